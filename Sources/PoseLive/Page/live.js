// The page: a camera's pictures go out, what was measured in them is shown.

import * as camera from "./camera.js";
import { drawPicture, spaceView } from "./drawing.js";
import { connect } from "./link.js";
import { speedometer } from "./speed.js";

const element = (id) => document.getElementById(id);
const [video, stage, capture] = [element("video"), element("stage"), document.createElement("canvas")];
const space = spaceView(element("space"));
const speed = speedometer(element("stages"), element("rate"), element("speedWords"));
/** The longest side of a picture that is sent, in pixels: more is not seen better. */
const longestSide = 640;
/** Milliseconds after which no answer to a picture is expected any more. */
const patience = 5000;

let stream = null;
/** What keeps the screen on; `null` for nothing. */
let wakeLock = null;
/** Counts the starts and stops of the camera: what comes of an earlier one is too late. */
let starts = 0;
/** Whether the error that is shown is that of one image: the next good one clears it. */
let isOfImage = false;
let body = null;
let isRecording = false;
let isSaving = false;
/** The timer until the camera's place is judged; `null` for none. */
let countdown = null;
let isAdvising = false;
let number = 0;
/** The picture that is under way; `null` for none. */
let flying = null;
/** When the newest picture was taken; `null` when it was sent. */
let newest = null;
let lastSent = -1;
let last = null;

// MARK: Words

const angles = {
  ElbowFlexion: "elbow flexion", KneeFlexion: "knee flexion", HipFlexion: "hip flexion", ShoulderElevation: "shoulder elevation",
};

function status(state, text) {
  element("status").dataset.state = state;
  element("status").lastElementChild.textContent = text;
}

function showError(text) {
  isOfImage = false;
  element("error").textContent = text ?? "";
  element("error").hidden = !text;
}

// MARK: The connection

const link = connect({
  hello(message) {
    body = { joints: message.joints, parents: message.parents };
    const chosen = element("exercises").value || message.exercise;
    element("exercises").replaceChildren(
      new Option("recognise it", "auto"), ...message.exercises.map((one) => new Option(one.title, one.name)),
      new Option("don’t count", "none"));
    element("exercises").value = chosen;
    if (!element("exercises").value) element("exercises").value = "auto";
    if (element("exercises").value !== message.exercise) sendExercise();
    if (!element("hands").dataset.chosen) element("hands").checked = message.hands;
    else if (element("hands").checked !== message.hands) link.command("hands", { on: element("hands").checked });
    element("recordings").replaceChildren();
    for (const recording of message.recordings) addRecording(recording);
    [flying, isRecording, isSaving] = [null, false, false];
    showError(null);
    update();
    sendNewest();
  },
  busy(message) { status("lost", message.sentence); },
  failure(message) { showError(`It can’t be measured: ${message.sentence}`); },
  problem(message) {
    showError(message.sentence);
    isOfImage = message.number !== null;
    if (isOfImage) flying = null;
    sendNewest();
  },
  result(message) { take(message); },
  recording() {
    isRecording = true;
    update();
  },
  saving() {
    [isRecording, isSaving] = [false, true];
    update();
  },
  recorded(message) {
    isSaving = false;
    addRecording(message);
    update();
  },
  recordingFailed(message) {
    [isRecording, isSaving] = [false, false];
    showError(message.sentence);
    update();
  },
  advice(message) {
    isAdvising = false;
    showAdvice(message.sentences, true);
    update();
  },
  adviceFailed(message) {
    isAdvising = false;
    showAdvice([message.sentence], true);
    update();
  },
  closed({ wasOpen, attempts, isBusy }) {
    flying = null;
    if (wasOpen && isRecording) showError("The connection was lost. The recording is finished with what there was until then.");
    stopCountdown();
    if (isAdvising) element("advice").hidden = true;
    [isRecording, isSaving, isAdvising] = [false, false, false];
    if (!isBusy) {
      status("lost", attempts < 5 ? "Connection lost, trying again …"
        : "No connection. Is pose3d live still running? If it was started again, open the address that it printed.");
    }
    update();
  },
});

// MARK: Pictures

function sendNewest() {
  if (flying && performance.now() - flying.began > patience) flying = null;
  if (flying || newest === null || !stream || !link.isOpen || !video.videoWidth) return;
  const [time, began] = [Math.max(newest, lastSent + 0.1), performance.now()];
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  if (capture.width !== width || capture.height !== height) [capture.width, capture.height] = [width, height];
  capture.getContext("2d", { willReadFrequently: true }).drawImage(video, 0, 0, width, height);
  [newest, lastSent] = [null, time];
  number += 1;
  const own = { number, time, began, packed: 0 };
  flying = own;
  capture.toBlob((file) => {
    own.packed = performance.now();
    if (flying === own && file) link.send(own.number, time, file);
  }, "image/jpeg", 0.85);
}

function take(result) {
  if (!flying || result.number !== flying.number) return;
  const { time, began, packed } = flying;
  const came = performance.now();
  const isMirrored = element("mirror").checked;
  drawPicture(stage, capture, result, body, isMirrored);
  space.show(result, body, isMirrored);
  show(result);
  const drawn = performance.now();
  const own = Object.values(result.stages).reduce((sum, one) => sum + one, 0);
  const stages = {
    camera: began - time, encode: packed - began, travel: came - packed - own, ...result.stages, draw: drawn - came,
  };
  speed.note(drawn, stages, drawn - time);
  last = { ...result, time, stages, total: drawn - time };
  flying = null;
  document.dispatchEvent(new CustomEvent("pose3d-result", { detail: last }));
  sendNewest();
}

camera.forEachPicture(video, (time) => {
  newest = time;
  sendNewest();
});

// MARK: Numbers

function setText(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

/** A number of fingers, or the range that it may lie in. */
function fingerWords({ possibleFingers: [fewest, most] }) {
  if (fewest === most) return `${most}`;
  return most - fewest === 1 ? `${fewest} or ${most}` : `${fewest} to ${most}`;
}

function show(result) {
  const person = result.people[0];
  const advice = result.guidance[0];
  element("guidance").hidden = element("largeGuidance").hidden = !advice;
  if (advice) setBoth("guidance", "largeGuidance", advice.sentence);
  if (person) {
    showExercise(person.exercise);
    showAngles(person.angles);
  }
  setText("distance", person?.distance ? `${person.distance.toFixed(1)} m from the camera` : "");
  element("fingerCard").hidden = result.hands === null;
  if (result.hands !== null) {
    setText("fingers", result.hands.length && result.fingers !== null ? fingerWords(result.fingers) : "–");
    setText("handWords", ["no hand is seen", "one hand", "both hands"][Math.min(result.hands.length, 2)]);
  }
  element("rec").hidden = !result.recording;
  if (result.recording) {
    const seconds = Math.floor(result.recording.seconds);
    element("rec").lastElementChild.textContent = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
  }
  if (result.problem) showError(result.problem);
  else if (isOfImage) showError(null);
}

/** Sets a text of the page, and the same over the whole screen. */
function setBoth(id, largeId, text) {
  setText(id, text);
  setText(largeId, text);
}

function showExercise(exercise) {
  const counts = element("exercises").value !== "none";
  setBoth("exercise", "largeExercise", exercise.title ?? (counts ? "Exercise" : "Not counted"));
  const count = `${exercise.count}`;
  if (element("count").textContent !== count) {
    setCount(count);
    element("count").classList.remove("new");
    void element("count").offsetWidth;
    if (exercise.count) element("count").classList.add("new");
  }
  const done = exercise.last;
  setBoth("rep", "largeRep", !exercise.title ? (counts ? "Do two or three repetitions" : "")
    : !done ? "No repetition yet"
      : done.counted ? `The last: ${done.range.toFixed(0)}° in ${done.seconds.toFixed(1)} s` : `The last doesn’t count: ${done.reason}`);
}

function setCount(text) {
  setBoth("count", "largeCount", text);
  element("largeCount").style.setProperty("--digits", `${text.length}`);
}

function showAngles(values) {
  const rows = element("angles");
  if (!rows.children.length) {
    for (const [name, word] of Object.entries(angles)) {
      const row = rows.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = word;
      row.append(head);
      for (const side of ["left", "right"]) row.insertCell().dataset.angle = side + name;
    }
  }
  for (const cell of rows.querySelectorAll("td")) {
    const [value, sigma] = values[cell.dataset.angle] ?? [null, null];
    const text = value === null ? "–" : `${value.toFixed(0)}°`;
    const spread = value !== null && sigma !== null ? ` ±${Math.max(1, sigma).toFixed(0)}` : "";
    if (cell.dataset.text === text + spread) continue;
    cell.dataset.text = text + spread;
    const small = document.createElement("small");
    small.textContent = spread;
    cell.replaceChildren(text, small);
  }
}

// MARK: The count over the whole screen

/** Shows it over the page, and the page over the screen where the browser lets it: iPhones don't. */
function enlarge() {
  for (const [from, to] of [["exercise", "largeExercise"], ["rep", "largeRep"]]) setText(to, element(from).textContent);
  setInert(true);
  element("large").hidden = false;
  element("reduce").focus();
  document.documentElement.requestFullscreen?.().catch(() => {});
}

/** Whether the page below can be reached. */
function setInert(isInert) {
  for (const one of document.querySelectorAll("header, main")) one.inert = isInert;
}

function reduce() {
  if (element("large").hidden) return;
  element("large").hidden = true;
  setInert(false);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  element("enlarge").focus();
}

// MARK: The camera's place

/** Seconds in which people get to where they will exercise. */
const walkingTime = 6;

function showAdvice(sentences, isDone) {
  element("advice").hidden = false;
  element("adviceNote").hidden = element("adviceClose").hidden = !isDone;
  element("adviceWords").replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
}

function stopCountdown() {
  if (countdown !== null) {
    clearInterval(countdown);
    element("advice").hidden = true;
  }
  countdown = null;
}

function advise() {
  if (countdown !== null) {
    stopCountdown();
    return update();
  }
  let left = walkingTime;
  const tell = () => showAdvice([`Stand as at the start of your exercise, where you will do it: ${left} …`], false);
  tell();
  countdown = setInterval(() => {
    left -= 1;
    if (left > 0) return tell();
    clearInterval(countdown);
    [countdown, isAdvising] = [null, true];
    showAdvice(["Measuring …"], false);
    link.command("advise", { exercise: element("exercises").value });
    update();
  }, 1000);
  update();
}

// MARK: Controls

async function startCamera() {
  showError(null);
  stopCamera();
  const start = starts;
  try {
    const own = await camera.start(element("cameras").value);
    if (start !== starts) {
      for (const track of own.getTracks()) track.stop();
      return;
    }
    stream = own;
    video.srcObject = own;
    element("mirror").checked = camera.facesUser(own);
    own.getVideoTracks()[0].addEventListener("ended", () => {
      if (stream !== own) return;
      stopCamera();
      showError("The camera was taken away. Connect it, and press Start camera again.");
    });
    await video.play();
    await keepAwake();
    await listCameras();
  } catch (error) {
    if (start !== starts || (error.name === "AbortError" && stream)) return;
    stopCamera();
    showError(camera.words(error));
  }
  update();
}

/** Keeps the screen on while the camera is: people who exercise touch nothing. Browsers end it where the page is hidden. */
async function keepAwake() {
  if (stream === null || document.hidden || (wakeLock && !wakeLock.released)) return;
  try {
    const lock = await navigator.wakeLock?.request("screen") ?? null;
    if (stream === null) lock?.release();
    else wakeLock = lock;
  } catch {
    wakeLock = null;
  }
}

/** Gives the stage the camera's shape, which changes where a phone is turned. */
function shapeStage() {
  const style = element("stage").parentElement.style;
  if (stream && video.videoHeight) style.setProperty("--shape", `${video.videoWidth / video.videoHeight}`);
  else style.removeProperty("--shape");
}

function stopCamera() {
  if (isRecording) link.command("record", { on: false });
  stopCountdown();
  starts += 1;
  for (const track of stream?.getTracks() ?? []) track.stop();
  [stream, newest] = [null, null];
  wakeLock?.release().catch(() => {});
  wakeLock = null;
  shapeStage();
  video.srcObject = null;
  element("guidance").hidden = element("largeGuidance").hidden = true;
  element("rec").hidden = true;
  stage.getContext("2d").clearRect(0, 0, stage.width, stage.height);
  speed.clear();
  update();
}

async function listCameras() {
  const cameras = await camera.list();
  const chosen = stream?.getVideoTracks()[0].getSettings().deviceId ?? element("cameras").value;
  const options = cameras.map((one) => new Option(one.name, one.id));
  element("cameras").replaceChildren(...(options.length ? options : [new Option("Standard", "")]));
  if (cameras.some((one) => one.id === chosen)) element("cameras").value = chosen;
}

function sendExercise() {
  link.command("exercise", { exercise: element("exercises").value });
  setCount("0");
  setBoth("rep", "largeRep", "");
}

function addRecording(recording) {
  const item = document.createElement("li");
  const anchor = document.createElement("a");
  anchor.href = `recordings/${encodeURIComponent(recording.name)}`;
  anchor.download = recording.name;
  anchor.textContent = recording.name;
  item.append(anchor, ` – ${recording.seconds.toFixed(0)} s. For its report: pose3d report ${recording.name}`);
  element("recordings").append(item);
  element("recordings").hidden = false;
}

function update() {
  const isOn = stream !== null;
  element("intro").hidden = isOn;
  element("toggle").hidden = !isOn;
  element("record").disabled = !isRecording && (!isOn || !link.isOpen || isSaving);
  element("record").textContent = isSaving ? "Saving …" : isRecording ? "Stop recording" : "Record";
  element("record").setAttribute("aria-pressed", `${isRecording}`);
  element("advise").disabled = !isOn || !link.isOpen || isAdvising;
  element("advise").textContent = countdown !== null ? "Cancel" : "Check the camera’s place";
  element("rec").hidden = element("rec").hidden || !isRecording;
  if (link.isOpen) status("ready", isOn ? "Measuring" : "Ready");
}

element("begin").addEventListener("click", startCamera);
element("enlarge").addEventListener("click", enlarge);
element("reduce").addEventListener("click", reduce);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") reduce(); });
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) reduce(); });
document.addEventListener("visibilitychange", keepAwake);
video.addEventListener("resize", shapeStage);
element("toggle").addEventListener("click", stopCamera);
element("cameras").addEventListener("change", () => { if (stream) startCamera(); });
element("exercises").addEventListener("change", sendExercise);
element("hands").addEventListener("change", () => {
  element("hands").dataset.chosen = "yes";
  link.command("hands", { on: element("hands").checked });
});
element("record").addEventListener("click", () => link.command("record", { on: !isRecording }));
element("advise").addEventListener("click", advise);
element("adviceClose").addEventListener("click", () => { element("advice").hidden = true; });
element("front").addEventListener("click", () => space.turnTo(0, 0.1));
element("side").addEventListener("click", () => space.turnTo(Math.PI / 2, 0.1));
element("top").addEventListener("click", () => space.turnTo(0, 1.5));
navigator.mediaDevices?.addEventListener?.("devicechange", listCameras);
if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) {
  setText("privacy", "The images go to the machine that runs pose3d live, and nowhere else. They are not stored.");
}
if (!navigator.mediaDevices?.getUserMedia) showError(camera.words({ name: "Insecure" }));
space.show(null, null, false);
listCameras();
update();

// For checks: what was measured last, and how long it took.
window.pose3d = { get last() { return last; }, get picture() { return capture; }, get results() { return speed.results; } };

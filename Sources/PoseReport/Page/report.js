(() => {
"use strict";

// MARK: What the page holds

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const NONE = -32768;

/** Packed numbers: 16-bit integers, little-endian, of which -32768 is none. */
function numbers(text, scale) {
  const view = new DataView(bytesOf(text).buffer);
  const found = new Float32Array(view.byteLength / 2);
  for (let i = 0; i < found.length; i += 1) {
    const value = view.getInt16(2 * i, true);
    found[i] = value === NONE ? NaN : value / scale;
  }
  return found;
}

function clipNumbered(number) {
  const element = document.getElementById(`clip-${number}`);
  if (!element) return null;
  const clip = JSON.parse(element.textContent);
  for (const body of clip.bodies) {
    body.seen = bytesOf(body.seen);
    for (const name of ["positions", "raw", "sigmas"]) body[name] = numbers(body[name], 1000);
    body.points = numbers(body.points, 8);
    for (const angle of body.angles) {
      angle.values = numbers(angle.values, 10);
      angle.sigmas = numbers(angle.sigmas, 10);
    }
  }
  const media = document.getElementById(`media-${number}`);
  if (media && clip.media) {
    clip.address = URL.createObjectURL(new Blob([bytesOf(media.textContent)], { type: clip.media.type }));
    media.remove();
  }
  return clip;
}

const clips = [];
for (let number = 0; ; number += 1) {
  const clip = clipNumbered(number);
  if (!clip) break;
  clips.push(clip);
}

// MARK: Words

const MINUS = "\u2212";
const LARGEST_SIGMA = 45;
const REASONS = {
  partialRange: "it did not go far enough", tooFast: "it was too short", tooSlow: "it was too long",
  startNotSeen: "its beginning isn't seen", endNotSeen: "its end isn't seen",
  notSeen: "too little of it is seen", uncertain: "its range is uncertain by more than 45°",
  impossible: "no joint moves like that", sidesDiffer: "left and right go different ways",
  notUpright: "the person was not upright", criterionNotMet: "it was not done as the exercise asks",
};
const REPAIRS = {
  swappedSides: "left and right were exchanged", swappedLegs: "the legs were exchanged",
  swappedArms: "the arms were exchanged", flippedDepth: "front and back of a limb were exchanged",
  outlier: "a joint that jumped was left out",
};

const fixed = (value, digits) => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
};
const degrees = (value, sigma, digits = 0) => {
  if (value === null || Number.isNaN(value)) return "–";
  if (sigma > LARGEST_SIGMA) return "uncertain";
  return `${fixed(value, digits)}°${sigma === null || Number.isNaN(sigma) ? "" : ` ± ${fixed(sigma, digits)}`}`;
};
const seconds = (value, digits = 2) => (value === null || value === undefined ? "–" : `${fixed(value, digits)} s`);
const words = (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name in the words of the clinic and, beside it, as it stands in files: one of them is shown. */
const naming = (name, title = words(name)) =>
  [make("span", { class: "clinical" }, capital(title)), make("span", { class: "technical" }, name)];

// MARK: Elements

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function table(head, rows) {
  return make("div", { class: "scroll" }, make("table", {},
    make("thead", {}, make("tr", {}, head.map((cell) => make("th", { scope: "col" }, cell)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell, place) =>
      make(place === 0 ? "th" : "td", place === 0 ? { scope: "row" } : {}, cell)))))));
}

// MARK: The clip that is shown

const page = document.getElementById("report");
let clip = clips[0];
let frame = 0;
let isPlaying = false;
let speed = 1;
let shown = {};
const look = { yaw: 0.5, pitch: 0.15, zoom: 1.2, follows: true, showsRaw: false };
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const sideOf = (joint) => (joint.startsWith("left") ? "left" : joint.startsWith("right") ? "right" : "middle");

/** The frame that is on the screen at a moment: the last one whose time has come. */
function frameAt(time) {
  const times = clip.times;
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-4) low = middle; else high = middle - 1;
  }
  return low;
}

/** A moment at which a frame is on the screen for certain. */
function momentOf(number) {
  const here = clip.times[number];
  const next = number + 1 < clip.times.length ? clip.times[number + 1] : here + 0.02;
  return here + Math.min(next - here, 0.04) / 2;
}

function show(number) {
  frame = Math.max(0, Math.min(clip.times.length - 1, number));
  drawOverlay();
  drawSpace();
  const time = clip.times[frame];
  shown.slider.value = frame;
  shown.slider.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds, frame ${clip.frames[frame]}`);
  shown.time.textContent = `${time.toFixed(2)} s · frame ${clip.frames[frame]}`;
  for (const plot of shown.plots) plot.move(time);
  for (const card of shown.cards) {
    card.element.classList.toggle("now", time >= card.start && time <= card.end);
  }
  for (const fill of shown.now) fill();
}

/** Goes to a frame, and takes the video along. */
function seek(number) {
  show(number);
  if (shown.video) shown.video.currentTime = shown.offset + momentOf(frame);
}

function play(wanted) {
  if (clip.times.length < 2) return;
  isPlaying = wanted;
  shown.play.textContent = isPlaying ? "Pause" : "Play";
  if (isPlaying && frame >= clip.times.length - 1) seek(0);
  if (shown.video) {
    shown.video.playbackRate = speed;
    if (isPlaying) shown.video.play().catch(() => play(false)); else {
      shown.video.pause();
      keepStill();
    }
  } else if (isPlaying) {
    const [begin, from, owner] = [performance.now(), clip.times[frame], shown];
    const step = (now) => {
      if (!isPlaying || shown !== owner) return;
      const time = from + (speed * (now - begin)) / 1000;
      show(frameAt(time));
      if (time >= clip.times[clip.times.length - 1]) play(false); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** Follows what a video shows, by the times of its pictures. */
function follow(video, owner) {
  const shows = (time) => {
    if (shown !== owner || video.seeking) return;
    const number = frameAt(time - owner.offset);
    if (number !== frame) show(number);
    if (isPlaying && time - owner.offset > momentOf(clip.times.length - 1)) play(false);
  };
  video.addEventListener("ended", () => { if (shown === owner) play(false); });
  if (video.requestVideoFrameCallback) {
    const next = (_, picture) => {
      // The first picture's own time: files needn't begin at 0.
      if (!owner.isPlaced) {
        owner.isPlaced = true;
        if (picture.mediaTime < 1 && video.currentTime === 0) owner.offset = picture.mediaTime - clip.media.start;
        if (frame > 0 || clip.times[0] > clip.media.start) video.currentTime = owner.offset + momentOf(frame);
      } else {
        shows(picture.mediaTime);
      }
      owner.mediaTime = picture.mediaTime;
      if (shown === owner && !isPlaying) keepStill();
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
  } else {
    video.addEventListener("timeupdate", () => shows(video.currentTime));
  }
}

/** A video isn't printed: a picture of it is, which is made once it stands still. */
function keepStill() {
  const owner = shown;
  const { still, video } = owner;
  if (!still || !video.videoWidth) return;
  clearTimeout(owner.pause);
  owner.pause = setTimeout(() => {
    if (shown !== owner || isPlaying) return;
    const canvas = make("canvas", { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d").drawImage(video, 0, 0);
    still.src = canvas.toDataURL("image/jpeg", 0.85);
  }, 150);
}

// MARK: The skeleton over the picture

function fit(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  // Printed is what was drawn since: what was cleared by drawing would be a hole in what lies below.
  if (canvas.width !== wide || canvas.height !== high || matchMedia("print").matches) {
    [canvas.width, canvas.height] = [wide, high];
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  if (!matchMedia("print").matches) context.clearRect(0, 0, width, height);
  return context;
}

function limbs(body, place, stroke) {
  for (let joint = 0; joint < 17; joint += 1) {
    const parent = clip.parents[joint];
    if (parent >= 0) stroke(place(parent), place(joint), sideOf(clip.joints[joint]), joint);
  }
}

function drawOverlay() {
  const canvas = shown.overlay;
  if (!canvas || !clip.size) return;
  const box = canvas.getBoundingClientRect();
  const context = fit(canvas, box.width, box.height);
  const [width, height] = clip.size;
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [(box.width - width * scale) / 2, (box.height - height * scale) / 2];
  for (const body of clip.bodies) {
    if (!body.seen[frame]) continue;
    const place = (joint) => {
      const at = 2 * (17 * frame + joint);
      return [left + (body.points[at] + 0.5) * scale, top + (body.points[at + 1] + 0.5) * scale];
    };
    for (const [ink, extra] of [["#000000b0", 2.5], [null, 0]]) {
      limbs(body, place, (from, to, side) => {
        if (!(from[0] + from[1] + to[0] + to[1] > -Infinity)) return;
        context.strokeStyle = ink || { left: "#e69f00", right: "#56b4e9", middle: "#ffffff" }[side];
        context.lineWidth = 3 + extra;
        context.lineCap = "round";
        context.setLineDash(body.seen[frame] === 1 ? [6, 6] : []);
        context.beginPath();
        context.moveTo(...from);
        context.lineTo(...to);
        context.stroke();
      });
    }
    context.setLineDash([]);
    if (clip.bodies.length > 1) {
      const [x, y] = place(10);
      context.font = "600 14px system-ui, sans-serif";
      context.fillStyle = "#ffffff";
      context.strokeStyle = "#000000b0";
      context.lineWidth = 3;
      context.strokeText(`${body.id}`, x + 8, y - 6);
      context.fillText(`${body.id}`, x + 8, y - 6);
    }
  }
}

// MARK: The skeleton in space

function drawSpace() {
  const canvas = shown.space;
  const box = canvas.getBoundingClientRect();
  if (!box.width) return;
  const context = fit(canvas, box.width, box.height);
  const first = clip.bodies.find((body) => body.seen[frame]);
  const root = first ? Array.from(first.positions.subarray(51 * frame, 51 * frame + 3)) : [0, 0.9, 0];
  const target = look.follows && first ? [root[0], clip.hasFloor ? 0.9 : root[1], root[2]] : [0, 0.9, 0];
  const [sy, cy, sp, cp] = [Math.sin(look.yaw), Math.cos(look.yaw), Math.sin(look.pitch), Math.cos(look.pitch)];
  const distance = 4.2 / look.zoom;
  const focal = 1.6 * Math.min(box.width, box.height);
  const project = (x, y, z) => {
    const [dx, dy, dz] = [x - target[0], y - target[1], z - target[2]];
    const [ax, az] = [cy * dx - sy * dz, sy * dx + cy * dz];
    const [by, bz] = [cp * dy - sp * az, sp * dy + cp * az];
    const depth = distance - bz;
    return depth < 0.1 ? null : [box.width / 2 + (focal * ax) / depth, box.height / 2 - (focal * by) / depth];
  };
  const line = (from, to, ink, width) => {
    if (!from || !to || !(from[0] + from[1] + to[0] + to[1] > -Infinity)) return;
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  };
  if (clip.hasFloor) {
    const [mx, mz] = [Math.round(target[0] * 2) / 2, Math.round(target[2] * 2) / 2];
    for (let k = -4; k <= 4; k += 1) {
      line(project(mx + k / 2, 0, mz - 2), project(mx + k / 2, 0, mz + 2), colour("line"), 1);
      line(project(mx - 2, 0, mz + k / 2), project(mx + 2, 0, mz + k / 2), colour("line"), 1);
    }
  }
  const base = [target[0] - 0.9, clip.hasFloor ? 0 : target[1] - 0.9, target[2]];
  for (const [axis, name] of [[0, "x"], [1, "y"], [2, "z"]]) {
    const tip = base.map((value, k) => value + (k === axis ? 0.25 : 0));
    line(project(...base), project(...tip), colour("faint"), 1.5);
    const end = project(...tip);
    if (end) {
      context.fillStyle = colour("faint");
      context.font = "12px system-ui, sans-serif";
      context.fillText(name, end[0] + 3, end[1]);
    }
  }
  for (const body of clip.bodies) {
    if (!body.seen[frame]) continue;
    const place = (array) => (joint) => {
      const at = 51 * frame + 3 * joint;
      return project(array[at], array[at + 1], array[at + 2]);
    };
    if (look.showsRaw) {
      context.globalAlpha = 0.45;
      limbs(body, place(body.raw), (from, to) => line(from, to, colour("faint"), 2));
      context.globalAlpha = 1;
    }
    limbs(body, place(body.positions), (from, to, side) => line(from, to, colour(side), 4));
    const head = place(body.positions)(9);
    if (head && head[0] > -Infinity) {
      context.fillStyle = colour("middle");
      context.beginPath();
      context.arc(head[0], head[1], 5, 0, 7);
      context.fill();
    }
  }
}

function spaceFigure() {
  const canvas = make("canvas", {
    tabindex: 0, role: "img",
    "aria-label": "The skeletons in space. Arrow keys turn the view, plus and minus zoom. The joints' places "
      + "are in the table of joints under technical words.",
  });
  shown.space = canvas;
  let from = null;
  const turn = (yaw, pitch) => {
    look.yaw += yaw;
    look.pitch = Math.max(-1.5, Math.min(1.5, look.pitch + pitch));
    drawSpace();
  };
  const zoom = (factor) => {
    look.zoom = Math.max(0.2, Math.min(6, look.zoom * factor));
    drawSpace();
  };
  canvas.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    turn((from[0] - event.clientX) / 150, (event.clientY - from[1]) / 150);
    from = [event.clientX, event.clientY];
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { from = null; });
  // A page that is scrolled past the figure stays a page: zooming is for a figure that has the focus.
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    if (turns[event.key]) turn(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1.15);
    else if (event.key === "-") zoom(1 / 1.15);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const view = (name, yaw, pitch) =>
    make("button", { type: "button", onclick: () => { [look.yaw, look.pitch] = [yaw, pitch]; drawSpace(); } }, name);
  const toggle = (name, key) => make("button", {
    type: "button", "aria-pressed": String(look[key]),
    onclick: (event) => {
      look[key] = !look[key];
      event.currentTarget.setAttribute("aria-pressed", String(look[key]));
      drawSpace();
    },
  }, name);
  return make("figure", { class: "space" }, canvas,
    make("div", { class: "views" }, view("Camera's view", 0, 0), view("From the left", 1.5708, 0),
      view("From the right", -1.5708, 0), view("From above", 0, 1.5), toggle("Follow", "follows"),
      toggle("As measured", "showsRaw")),
    make("figcaption", {}, make("span", { class: "screen" }, "Drag to turn, click and scroll to zoom."),
      clip.hasFloor ? ` The grid is the floor, half a metre a square${
        clip.isUpright ? "" : "; the camera is taken to be level, and where it isn't, the body leans"}.` : "",
      make("span", { class: "screen" }, " “As measured” adds the joints before repairs and smoothing.")));
}

// MARK: Curves

const PLOT = { width: 900, height: 230, left: 52, right: 12, top: 12, bottom: 34 };
/** As wide as the page, so that words keep their size on a phone. */
const widen = () => { PLOT.width = Math.max(340, Math.min(900, page.clientWidth || 900)); };

function steps(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(value);
  return found;
}

/** The values of an angle that may be said: not those that are uncertain by more than 45°. */
const said = (angle) => angle.values.map((value, k) => (angle.sigmas[k] > LARGEST_SIGMA ? NaN : value));

function plotOf(body, group) {
  const angles = body.angles.filter((angle) => angle.group === group);
  const times = clip.times;
  const [first, last] = [times[0], times[times.length - 1]];
  const values = angles.map(said);
  let [low, high] = [Infinity, -Infinity];
  values.forEach((list, which) => list.forEach((value, k) => {
    if (Number.isNaN(value)) return;
    const sigma = angles[which].sigmas[k] || 0;
    low = Math.min(low, value - sigma);
    high = Math.max(high, value + sigma);
  }));
  if (low > high) return null;
  const pad = Math.max(5, (high - low) * 0.06);
  [low, high] = [low - pad, high + pad];
  const x = (time) => PLOT.left + ((time - first) / Math.max(1e-9, last - first)) * (PLOT.width - PLOT.left - PLOT.right);
  const y = (value) => PLOT.top + ((high - value) / (high - low)) * (PLOT.height - PLOT.top - PLOT.bottom);
  const svg = draw("svg", { viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img" });
  for (const value of steps(low, high, 5)) {
    svg.append(
      draw("line", { class: "grid", x1: PLOT.left, x2: PLOT.width - PLOT.right, y1: y(value), y2: y(value) }),
      draw("text", { x: PLOT.left - 8, y: y(value) + 4, "text-anchor": "end" }, `${fixed(value, 0)}°`));
  }
  for (const value of last > first ? steps(first, last, PLOT.width / 110) : [first]) {
    const anchor = x(value) > PLOT.width - 40 ? "end" : "middle";
    svg.append(draw("text", { x: x(value), y: PLOT.height - 10, "text-anchor": anchor }, `${Number(value.toFixed(2))} s`));
  }
  for (const repetition of clip.repetitions.filter((one) => one.person === body.id)) {
    svg.append(draw("rect", {
      class: repetition.counted ? "span" : "missed", x: x(repetition.start), y: PLOT.top,
      width: Math.max(1, x(repetition.end) - x(repetition.start)), height: PLOT.height - PLOT.top - PLOT.bottom,
    }));
  }
  angles.forEach((angle, which) => {
    const side = angle.side || "middle";
    for (const [path, kind] of pathsOf(values[which], angle.sigmas, times, x, y)) {
      svg.append(draw("path", { class: `${kind} ${side}`, d: path }));
    }
  });
  const cursor = draw("line", { class: "cursor", x1: 0, x2: 0, y1: PLOT.top, y2: PLOT.height - PLOT.bottom });
  svg.append(cursor);
  const title = capital(group);
  svg.setAttribute("aria-label", `${title} over time. ${angles.map((angle, which) => {
    const list = Array.from(values[which]).filter((value) => !Number.isNaN(value));
    return list.length === 0 ? "" : `${capital(angle.title)}: ${fixed(Math.min(...extremes(list)), 0)}° to ${
      fixed(Math.max(...extremes(list)), 0)}°.`;
  }).join(" ")} The numbers are in the table below.`);
  const go = (event) => {
    const box = svg.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * PLOT.width;
    seek(frameAt(first + ((place - PLOT.left) / (PLOT.width - PLOT.left - PLOT.right)) * (last - first)));
  };
  svg.addEventListener("pointerdown", (event) => { go(event); svg.setPointerCapture(event.pointerId); });
  svg.addEventListener("pointermove", (event) => { if (event.buttons) go(event); });
  shown.plots.push({ move: (time) => cursor.setAttribute("transform", `translate(${x(time)} 0)`) });
  const keys = angles.length > 1
    ? angles.map((angle) => [make("span", { class: `key ${angle.side || ""}` }), angle.side || angle.title]) : [];
  return make("figure", { class: "plot" },
    make("h3", {}, naming(angles.map((angle) => angle.name).join(", "), group), ...keys.flat()), svg,
    numbersOf(angles, values));
}

/** The least and the greatest, in constant stack. */
function extremes(list) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of list) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** Curves and bands of what is known, with no more points than the page has pixels. */
function pathsOf(values, sigmas, times, x, y) {
  const found = [];
  const bin = Math.max(1, Math.ceil(values.length / 1000));
  let run = [];
  const close = () => {
    if (run.length > 1) {
      const at = (k, value) => `${x(times[k]).toFixed(1)} ${y(value).toFixed(1)}`;
      const upper = run.map(([k, value]) => at(k, value + (sigmas[k] || 0)));
      const lower = run.map(([k, value]) => at(k, value - (sigmas[k] || 0))).reverse();
      found.push([`M${upper.join("L")}L${lower.join("L")}Z`, "band"]);
      found.push([`M${run.map(([k, value]) => at(k, value)).join("L")}`, "curve"]);
    }
    run = [];
  };
  for (let start = 0; start < values.length; start += bin) {
    let [low, high] = [null, null];
    for (let k = start; k < Math.min(start + bin, values.length); k += 1) {
      if (Number.isNaN(values[k])) continue;
      if (low === null || values[k] < values[low]) low = k;
      if (high === null || values[k] > values[high]) high = k;
    }
    if (low === null) close();
    else for (const k of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) run.push([k, values[k]]);
  }
  close();
  return found;
}

function numbersOf(angles, values) {
  const details = make("details", {}, make("summary", {}, "Numbers"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const step = Math.max(1, Math.ceil(clip.times.length / 100));
    const rows = [];
    for (let k = 0; k < clip.times.length; k += step) {
      rows.push([`${clip.times[k].toFixed(2)} s`,
        ...angles.map((angle, which) => degrees(values[which][k], angle.sigmas[k], 1))]);
    }
    details.append(table(["Time", ...angles.map((angle) => capital(angle.title))], rows));
    if (step > 1) details.append(make("p", { class: "faint" }, `Every ${step} frames; pose3d writes all with --csv.`));
  });
  return details;
}

// MARK: Repetitions and tables

function cardsOf(body) {
  const list = clip.repetitions.filter((one) => one.person === body.id);
  if (list.length === 0) return null;
  let number = 0;
  return make("div", { class: list.length > 12 ? "cards many" : "cards" }, list.map((one) => {
    if (one.counted) number += 1;
    const rows = [
      ["Time", `${one.start.toFixed(2)} – ${one.end.toFixed(2)} s`],
      ["Eccentric phase", seconds(one.eccentricTime)], ["Concentric phase", seconds(one.concentricTime)],
      ["Peak speed", `${fixed(one.peakVelocity, 0)}°/s`],
      ["Asymmetry", one.asymmetry === null ? "–" : `${fixed(100 * one.asymmetry, 0)} %`],
    ].filter(([name]) => one.eccentricTime !== null || !name.endsWith(" phase"));
    const element = make("article", { class: "card" },
      make("h3", {}, one.counted ? `Repetition ${number}` : "Not counted",
        make("button", { type: "button", onclick: () => seek(frameAt(one.start)) }, "Show")),
      make("div", { class: "big" }, degrees(one.rangeOfMotion, one.rangeOfMotionSigma)),
      make("div", { class: "faint" }, naming(one.angle), ", range of motion"),
      one.reason ? make("p", { class: "no" }, `Not counted: ${REASONS[one.reason] || words(one.reason)}.`) : null,
      make("dl", {}, rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      one.criteria.map((each) => make("div", { class: each.met === null ? "faint" : each.met ? "yes" : "no" },
        `${capital(words(each.name))}: ${each.met === null ? "can't be told" : each.met ? "yes" : "no"}`)));
    shown.cards.push({ element, start: one.start, end: one.end });
    return element;
  }));
}

function rangesOf(body, person) {
  const ranges = person.measures.ranges;
  const row = (one) => [naming(one.name), degrees(one.minimum.value, one.minimum.sigma),
    degrees(one.median, null), degrees(one.maximum.value, one.maximum.sigma),
    degrees(one.maximum.value - one.minimum.value, Math.hypot(one.minimum.sigma, one.maximum.sigma)), `${one.frames}`];
  const head = ["Angle", "Least", "Median", "Greatest", "Range", "Frames"];
  const usual = ranges.filter((one) => body.angles.some((angle) => angle.name === one.name));
  const rest = ranges.filter((one) => !usual.includes(one));
  const parts = [usual.length > 0 ? table(head, usual.map(row))
    : make("p", { class: "faint" }, "No angle of elbows, knees, hips or shoulders could be measured.")];
  if (rest.length > 0) {
    const details = make("details", {}, make("summary", {}, `${rest.length} further angles`));
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(table(head, rest.map(row)));
    });
    parts.push(details);
  }
  return parts;
}

function nowOf(body) {
  const cells = new Map();
  const rows = body.angles.map((angle) => {
    const cell = make("span", {}, "–");
    cells.set(angle, cell);
    return [naming(angle.name, angle.title), cell];
  });
  const places = make("div", { class: "technical" });
  shown.now.push(() => {
    for (const [angle, cell] of cells) cell.textContent = degrees(angle.values[frame], angle.sigmas[frame]);
    if (document.body.dataset.words !== "technical" || isPlaying) return;
    places.replaceChildren(make("h3", {}, "Joints, metres (y up, z towards the camera)"),
      table(["joint", "x", "y", "z", "σ"], clip.joints.map((name, joint) => {
        const at = 51 * frame + 3 * joint;
        const cell = (value) => (Number.isNaN(value) ? "–" : fixed(value, 3));
        return [name, cell(body.positions[at]), cell(body.positions[at + 1]), cell(body.positions[at + 2]),
          cell(body.sigmas[17 * frame + joint])];
      })));
  });
  return [table(["Angle", ""], rows), places];
}

// MARK: What is uncertain, and how it was measured

function doubtsOf() {
  const found = [...clip.warnings];
  for (const person of clip.people) {
    const who = clip.people.length > 1 ? `Person ${person.id}: ` : "";
    if (person.heightEstimation === "reference") {
      found.push(`${who}${who ? "the" : "The"} body height isn't known. ${fixed(person.bodyHeight, 2)} m ± ${
        fixed(person.bodyHeightSigma, 2)} is assumed, and all lengths go with it; angles hardly do.`);
    }
    if (person.filledFrames > 0) {
      found.push(`${who}${who ? "nothing" : "Nothing"} was measured in ${person.filledFrames} of ${person.frames} frames; they are filled `
        + "from their neighbours and drawn with dashes.");
    }
    const counts = new Map();
    for (const repair of clip.repairs.filter((one) => one.person === person.id)) {
      counts.set(repair.kind, (counts.get(repair.kind) || 0) + 1);
    }
    for (const [kind, count] of counts) {
      const deed = REPAIRS[kind] || words(kind);
      found.push(`${who}${who ? deed : capital(deed)} in ${count} ${count === 1 ? "frame" : "frames"}.`);
    }
    const doubtful = (person.measures.ranges || []).filter((one) =>
      one.minimum.sigma > LARGEST_SIGMA || one.maximum.sigma > LARGEST_SIGMA).map((one) => words(one.name));
    if (doubtful.length > 0) {
      found.push(`${who}${who ? "uncertain" : "Uncertain"} by more than 45° at an extreme, and so not given: ${doubtful.join(", ")}.`);
    }
  }
  return found;
}

// MARK: The page

function build() {
  const owner = { plots: [], cards: [], now: [], offset: clip.media ? -clip.media.start : 0, isPlaced: false, mediaTime: null };
  shown = owner;
  widen();
  [isPlaying, frame] = [false, 0];
  const isVideo = clip.media && clip.media.type.startsWith("video/");
  const stage = make("section", { class: "stage", "aria-label": "Picture and skeleton" });
  if (clip.address) {
    const media = isVideo
      ? make("video", { src: clip.address, playsinline: true, preload: "auto", "aria-label": "The video with the skeleton drawn over it" })
      : make("img", { src: clip.address, alt: "The picture with the skeleton drawn over it" });
    if (isVideo) {
      media.muted = true;
      shown.video = media;
    }
    media.addEventListener(isVideo ? "loadedmetadata" : "load", () => { if (shown === owner) drawOverlay(); });
    shown.overlay = make("canvas", { "aria-hidden": "true" });
    shown.still = isVideo ? make("img", { class: "still", alt: "" }) : null;
    stage.append(make("figure", {}, make("div", { class: "frame" }, media, shown.still, shown.overlay),
      make("figcaption", {}, make("span", { class: "key left" }), "left",
        make("span", { class: "key right solid" }), "right, as the person has them. Joints are the centres about "
          + "which the bones turn, inside the body.")));
  }
  stage.append(spaceFigure());
  shown.slider = make("input", {
    type: "range", min: 0, max: clip.times.length - 1, value: 0, step: 1, "aria-label": "Time",
    oninput: (event) => { play(false); seek(Number(event.target.value)); },
  });
  shown.time = make("span", { class: "time" });
  shown.play = make("button", { type: "button", onclick: () => play(!isPlaying) }, "Play");
  const transport = make("div", { class: "transport" }, shown.play,
    make("button", { type: "button", "aria-label": "One frame back", onclick: () => { play(false); seek(frame - 1); } }, "◀"),
    make("button", { type: "button", "aria-label": "One frame on", onclick: () => { play(false); seek(frame + 1); } }, "▶"),
    shown.slider, shown.time,
    make("label", {}, "Speed ", make("select", {
      onchange: (event) => {
        speed = Number(event.target.value);
        if (isPlaying) { play(false); play(true); }
      },
    }, [0.1, 0.25, 0.5, 1, 2].map((value) => make("option", { value, selected: value === speed }, `${value}×`)))));
  const parts = [header(), stage];
  if (clip.times.length > 1) parts.push(transport);
  clip.bodies.forEach((body, place) => {
    const person = clip.people[place];
    const heading = [clip.bodies.length > 1 ? `Person ${body.id}` : "", body.title ? capital(body.title) : ""]
      .filter((text) => text).join(" · ") || "The person";
    const sure = person.confidence < 1 && body.title ? `, recognised with ${Math.round(100 * person.confidence)} % confidence` : "";
    const count = person.counted;
    const isMoment = clip.times.length === 1;
    parts.push(make("h2", {}, heading), make("p", {},
      isMoment ? "" : body.title ? `${count} ${count === 1 ? "repetition" : "repetitions"} counted${sure}. ` : "No exercise was counted. ",
      `Body height ${fixed(person.bodyHeight, 2)} m ± ${fixed(person.bodyHeightSigma, 2)} (${
        { measured: "measured", reference: "assumed", user: "stated" }[person.heightEstimation] || person.heightEstimation}).`));
    const cards = cardsOf(body);
    if (cards) parts.push(make("h3", {}, "Repetitions"), cards);
    const groups = [...new Set(body.angles.map((angle) => angle.group))];
    const followed = clip.repetitions.filter((one) => one.person === body.id).map((one) => one.angle);
    groups.sort((a, b) => rank(body, b, followed) - rank(body, a, followed));
    if (clip.times.length > 1 && groups.length > 0) {
      parts.push(make("h3", {}, "Angles over time"),
        make("p", { class: "faint" }, "The bands are ± one standard deviation: two thirds of true values lie in them. "
          + "Shaded: repetitions; red: not counted.", make("span", { class: "screen" }, " Click to go there.")),
        ...groups.map((group) => plotOf(body, group)).filter((plot) => plot));
    }
    parts.push(make("h3", {}, isMoment ? "Angles" : "At the cursor"), ...nowOf(body));
    if (clip.times.length > 1) parts.push(make("h3", {}, "Ranges of motion"), ...rangesOf(body, person));
  });
  if (clip.bodies.length === 0) parts.push(make("h2", {}, "Nobody was found"));
  const doubts = doubtsOf();
  parts.push(make("h2", {}, "What is uncertain"), doubts.length > 0
    ? make("ul", {}, doubts.map((text) => make("li", {}, text)))
    : make("p", {}, "Nothing beyond the standard deviations that are given."));
  parts.push(make("h2", {}, "How it was measured"),
    make("dl", { class: "facts" }, clip.facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    make("p", { class: "faint" }, "± is one standard deviation. Flexion: 0° is straight, the arm hanging. "
      + `This page asks for nothing from anywhere; it has ${sizeText()}.`));
  page.replaceChildren(...parts);
  if (shown.video) follow(shown.video, owner);
  show(0);
}

const rank = (body, group, followed) =>
  Number(body.angles.some((angle) => angle.group === group && followed.includes(angle.name)));

function sizeText() {
  const size = document.documentElement.outerHTML.length + clips.reduce((sum, one) => sum + (one.media ? one.media.bytes * 4 / 3 : 0), 0);
  const text = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`);
  const kind = clip.media && (clip.media.type.startsWith("video/") ? "video" : "picture");
  return text(size) + (kind ? `, ${text(clip.media.bytes * 4 / 3)} of it ${kind}` : "");
}

function header() {
  const choice = clips.length > 1 ? make("label", {}, "Recording ", make("select", {
    onchange: (event) => { clip = clips[Number(event.target.value)]; build(); },
  }, clips.map((one, number) => make("option", { value: number, selected: one === clip }, one.name)))) : null;
  const toggle = make("button", {
    type: "button", "aria-pressed": String(document.body.dataset.words === "technical"),
    onclick: () => {
      const isTechnical = document.body.dataset.words !== "technical";
      document.body.dataset.words = isTechnical ? "technical" : "clinical";
      toggle.setAttribute("aria-pressed", String(isTechnical));
      show(frame);
    },
  }, "Technical words");
  return make("header", {}, make("div", {}, make("h1", {}, clip.name), make("div", { class: "faint" }, "Motion report by pose3d")),
    make("div", { class: "tools" }, choice, toggle));
}

document.body.dataset.words = "clinical";
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? 10 : 1;
  const deeds = {
    ArrowLeft: () => { play(false); seek(frame - step); }, ArrowRight: () => { play(false); seek(frame + step); },
    Home: () => { play(false); seek(0); }, End: () => { play(false); seek(clip.times.length - 1); },
    " ": () => { if (!event.target.closest("button, summary")) play(!isPlaying); },
  };
  if (!deeds[event.key] || (event.key === " " && event.target.closest("button, summary"))) return;
  event.preventDefault();
  deeds[event.key]();
});
const redraw = () => { drawOverlay(); drawSpace(); };
for (const name of ["resize", "afterprint"]) window.addEventListener(name, redraw);
window.addEventListener("beforeprint", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
matchMedia("print").addEventListener("change", redraw);
build();
// For tests of the page.
window.pose3d = {
  get frame() { return frame; }, get isPlaying() { return isPlaying; }, get mediaTime() { return shown.mediaTime; },
  get offset() { return shown.offset; }, seek, play,
};
})();

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
  for (const panel of shown.panels) place(panel);
}

/** How many times slower than life a view's video plays. */
const slowMotion = (media) => (media ? media.slowMotion : 1);

/** The time of a panel's video at a moment of the clip. */
const timeIn = (panel, moment) =>
  panel.offset + slowMotion(panel.view.media) * (panel.view.clock[0] + panel.view.clock[1] * moment);

/** The moment of the clip at a time of the first camera's video. */
const momentIn = (owner, time) => (time - owner.offset) / slowMotion(clip.media);

/** Puts a panel's video to the frame that is shown. */
function place(panel) {
  if (panel.video) panel.video.currentTime = Math.max(0, timeIn(panel, momentOf(frame)));
}

/** Brings the other cameras' videos to the first one's time, from which they drift. */
function keepTogether() {
  const [first, ...others] = shown.panels;
  if (!isPlaying || !first || !first.video) return;
  const moment = momentIn(first, first.video.currentTime);
  for (const panel of others) {
    if (!panel.video || panel.video.seeking) continue;
    const wanted = Math.max(0, timeIn(panel, moment));
    if (Math.abs(panel.video.currentTime - wanted) > 0.06) panel.video.currentTime = wanted;
    if (panel.video.paused && wanted > 0 && wanted < panel.video.duration) panel.video.play().catch(() => {});
  }
}

function play(wanted) {
  if (clip.times.length < 2) return;
  isPlaying = wanted;
  shown.play.textContent = isPlaying ? "Pause" : "Play";
  if (isPlaying && frame >= clip.times.length - 1) seek(0);
  if (shown.video) {
    for (const { video } of shown.panels.filter((panel) => panel.video)) {
      video.playbackRate = speed;
      if (!isPlaying) video.pause();
      else video.play().catch(() => { if (video === shown.video) play(false); });
    }
    if (!isPlaying) keepStill();
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
    const number = frameAt(momentIn(owner, time));
    if (number !== frame) show(number);
    keepTogether();
    if (isPlaying && momentIn(owner, time) > momentOf(clip.times.length - 1)) play(false);
  };
  video.addEventListener("ended", () => { if (shown === owner) play(false); });
  if (video.requestVideoFrameCallback) {
    const next = (_, picture) => {
      // The first picture's own time: files needn't begin at 0.
      if (!owner.isPlaced) {
        owner.isPlaced = true;
        const slow = slowMotion(clip.media);
        if (picture.mediaTime < 10 && video.currentTime === 0) owner.offset = picture.mediaTime - slow * clip.media.start;
        owner.panels[0].offset = owner.offset;
        if (frame > 0 || clip.times[0] > clip.media.start) video.currentTime = owner.offset + slow * momentOf(frame);
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
  clearTimeout(owner.pause);
  owner.pause = setTimeout(() => {
    if (shown !== owner || isPlaying) return;
    for (const { still, video } of owner.panels) {
      if (!still || !video.videoWidth) continue;
      const canvas = make("canvas", { width: video.videoWidth, height: video.videoHeight });
      canvas.getContext("2d").drawImage(video, 0, 0);
      still.src = canvas.toDataURL("image/jpeg", 0.85);
    }
  }, 150);
}

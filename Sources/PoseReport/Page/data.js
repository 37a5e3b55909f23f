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
    body.sigmas = numbers(body.sigmas, 1000);
    for (const name of ["positions", "raw"]) body[name] = numbers(body[name], clip.scales.places);
    body.points = [body.points, ...body.otherPoints].map((points) => numbers(points, clip.scales.points));
    for (const angle of body.angles) {
      angle.values = numbers(angle.values, 10);
      angle.sigmas = numbers(angle.sigmas, 100);
    }
  }
  // What is shown of each camera: the first is the clip's own.
  const [first, ...others] = clip.cameras;
  clip.views = [{ name: first ? first.name : "", media: clip.media, size: clip.size, clock: [0, 1] }, ...others];
  clip.views.forEach((view, place) => {
    view.place = place;
    const media = document.getElementById(`media-${number}-${place}`);
    if (!media || !view.media) return;
    view.address = URL.createObjectURL(new Blob([bytesOf(media.textContent)], { type: view.media.type }));
    media.remove();
  });
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
const HEIGHTS = { measured: "measured", reference: "assumed", user: "stated" };

const REPAIRS = {
  swappedSides: "left and right were swapped", swappedLegs: "the legs were swapped",
  swappedArms: "the arms were swapped", flippedDepth: "front and back of a limb were swapped",
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
const asymmetry = (value, sigma) => {
  if (value === null) return "–";
  return `${fixed(100 * value, 0)}${sigma === null ? "" : ` ± ${fixed(100 * sigma, 0)}`} %`;
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

// MARK: The pictures

/** A camera's picture or video with the skeleton over it. */
function panelOf(view, owner) {
  const isVideo = view.media.type.startsWith("video/");
  const whose = view.name ? ` of ${view.name}` : "";
  const media = isVideo
    ? make("video", { src: view.address, playsinline: true, preload: "auto", "aria-label": `The video${whose} with the skeleton drawn over it` })
    : make("img", { src: view.address, alt: `The image${whose} with the skeleton drawn over it` });
  const panel = {
    view, offset: -slowMotion(view.media) * view.media.start, overlay: make("canvas", { "aria-hidden": "true" }), video: isVideo ? media : null,
    still: isVideo ? make("img", { class: "still", alt: "" }) : null,
  };
  if (isVideo) {
    media.muted = true;
    if (view.place === 0) owner.video = media;
  }
  media.addEventListener(isVideo ? "loadedmetadata" : "load", () => {
    if (shown !== owner) return;
    drawOver(panel);
    if (view.place > 0) place(panel);
  });
  if (isVideo && view.place > 0) media.addEventListener("seeked", () => { if (shown === owner && !isPlaying) keepStill(); });
  panel.element = make("div", { class: "frame" }, media, panel.still, panel.overlay,
    clip.views.length > 1 ? make("span", { class: "name" }, view.name) : null);
  owner.panels.push(panel);
  return panel;
}

/** Shows one of several cameras, or all: by buttons, and by the keys 1, 2, … and 0. */
function chooser(panels) {
  const choices = [["All", null], ...panels.map((panel) => [panel.view.name, panel])];
  const buttons = choices.map(([name, chosen]) => make("button", {
    type: "button", "aria-pressed": String(!chosen), onclick: () => choose(chosen),
  }, name));
  const choose = (chosen) => {
    for (const panel of panels) panel.element.hidden = chosen !== null && panel !== chosen;
    choices.forEach(([, panel], k) => buttons[k].setAttribute("aria-pressed", String(panel === chosen)));
    drawOverlay();
  };
  shown.choose = (number) => { if (number < choices.length) choose(choices[number][1]); };
  return make("div", { class: "views", role: "group", "aria-label": "Cameras" }, buttons);
}

// MARK: The page

function build() {
  const owner = {
    plots: [], cards: [], now: [], panels: [], offset: clip.media ? -slowMotion(clip.media) * clip.media.start : 0,
    isPlaced: false, mediaTime: null,
  };
  shown = owner;
  widen();
  [isPlaying, frame] = [false, 0];
  const stage = make("section", { class: "stage", "aria-label": "Image and skeleton" });
  const views = clip.views.filter((view) => view.address);
  if (views.length > 0) {
    const panels = views.map((view) => panelOf(view, owner));
    stage.append(make("figure", { class: "pictures" }, views.length > 1 ? chooser(panels) : null,
      make("div", { class: views.length > 1 ? "panels several" : "panels" }, panels.map((panel) => panel.element)),
      make("figcaption", {}, make("span", { class: "key left" }), "left",
        make("span", { class: "key right" }), "right, as the person has them. Joints are the centres about "
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
  const parts = [header(), ...summaryOf(), stage];
  if (clip.times.length > 1) parts.push(transport);
  clip.bodies.forEach((body, place) => {
    const person = clip.people[place];
    const heading = [clip.bodies.length > 1 ? `Person ${body.id}` : "", body.title ? capital(body.title) : ""]
      .filter((text) => text).join(" · ") || "The person";
    const sure = person.confidence < 1 && body.title ? `, recognised with ${Math.round(100 * person.confidence)} % confidence` : "";
    const count = person.counted;
    const isMoment = clip.times.length === 1;
    parts.push(make("h2", {}, heading), make("p", {},
      isMoment ? "" : body.title ? `${count} ${count === 1 ? "repetition" : "repetitions"} counted${sure}. `
        : body.summary?.walk ? `${body.summary.walk} ` : "No exercise was counted. ",
      `Body height ${fixed(person.bodyHeight, 2)} m${
        person.bodyHeightSigma > 0 ? ` ± ${fixed(person.bodyHeightSigma, 2)}` : ""}${
        person.heightEstimation ? ` (${HEIGHTS[person.heightEstimation] || person.heightEstimation})` : ""}.`));
    const cards = cardsOf(body);
    if (cards) parts.push(make("h3", {}, "Repetitions"), cards);
    const groups = [...new Set(body.angles.map((angle) => angle.group))];
    const followed = clip.repetitions.filter((one) => one.person === body.id).map((one) => one.angle);
    groups.sort((a, b) => rank(body, b, followed) - rank(body, a, followed));
    if (clip.times.length > 1 && groups.length > 0) {
      parts.push(make("h3", {}, "Angles over time"),
        make("p", { class: "faint" }, "The bands are ± one standard deviation: two thirds of true values lie in them. "
          + "Shaded: repetitions; red: not counted.", make("span", { class: "screen" }, " Press one to go there.")),
        make("div", { class: "plots" }, groups.map((group) => plotOf(body, group)).filter((plot) => plot)));
    }
    parts.push(make("div", { class: isMoment ? "" : "screen" }, make("h3", {}, isMoment ? "Angles" : "At the cursor"), ...nowOf(body)));
    if (clip.times.length > 1) parts.push(make("h3", {}, "Ranges of motion"), ...rangesOf(body, person));
  });
  if (clip.bodies.length === 0) parts.push(make("h2", {}, "No person was found"));
  if (clip.cameras.length > 0) parts.push(make("h2", {}, "Cameras"), camerasOf());
  const doubts = doubtsOf();
  parts.push(make("h2", {}, "What is uncertain"), doubts.length > 0
    ? make("ul", {}, doubts.map((text) => make("li", {}, text)))
    : make("p", {}, "Nothing beyond the standard deviations that are given."));
  parts.push(make("h2", {}, "How it was measured"),
    make("dl", { class: "facts" }, clip.facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    make("p", { class: "faint" }, "± is one standard deviation. Angles: 0° is straight, the arm hanging. "
      + `This page asks for nothing from anywhere; it has ${sizeText()}.`));
  page.replaceChildren(...parts);
  if (shown.video) follow(shown.video, owner);
  show(0);
}

const rank = (body, group, followed) =>
  Number(body.angles.some((angle) => angle.group === group && followed.includes(angle.name)));

function sizeText() {
  const own = (one) => one.views.reduce((sum, view) => sum + (view.address ? view.media.bytes * 4 / 3 : 0), 0);
  const size = document.documentElement.outerHTML.length + clips.reduce((sum, one) => sum + own(one), 0);
  const text = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`);
  const kind = clip.media && (clip.media.type.startsWith("video/") ? "video" : "picture");
  return text(size) + (kind ? `, ${text(own(clip))} of it ${kind}` : "");
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
  const others = clips.length === 1 ? null : make("div", { class: "printed" },
    `Recording ${clips.indexOf(clip) + 1} of ${clips.length}.`,
    make("span", { class: "alone" }, " The page has a button that prints all of them."));
  const print = clips.length === 1 ? null : make("button", { type: "button", onclick: printAll }, "Print all");
  return make("header", {}, make("div", {}, make("h1", {}, clip.name), make("div", { class: "faint" }, "Motion report by pose3d"), others),
    make("div", { class: "tools" }, choice, print, toggle));
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
  if (/^[0-9]$/.test(event.key) && shown.choose) shown.choose(Number(event.key));
  if (!deeds[event.key] || (event.key === " " && event.target.closest("button, summary"))) return;
  event.preventDefault();
  deeds[event.key]();
});
const redraw = () => { drawOverlay(); drawSpace(); };
for (const name of ["resize", "afterprint"]) window.addEventListener(name, redraw);
window.addEventListener("beforeprint", redraw);
window.addEventListener("afterprint", removeCopies);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
matchMedia("print").addEventListener("change", redraw);
build();
// A browser that prints without a window, where no button can be pressed.
if (location.hash === "#all" && clips.length > 1) addCopies();
// For tests of the page.
window.pose3d = {
  get frame() { return frame; }, get isPlaying() { return isPlaying; }, get moment() { return momentIn(shown, shown.mediaTime); },
  get panels() { return shown.panels; }, seek, play, addCopies,
};

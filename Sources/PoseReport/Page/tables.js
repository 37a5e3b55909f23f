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
      ["Asymmetry", asymmetry(one.asymmetry, one.asymmetrySigma ?? null)],
    ].filter(([name]) => one.eccentricTime !== null || !name.endsWith(" phase"));
    const element = make("article", { class: "card" },
      make("h3", {}, one.counted ? `Repetition ${number}` : "Not counted",
        make("button", { type: "button", onclick: () => seek(frameAt(one.start)) }, "Show")),
      make("div", { class: "big" }, one.reason === "notSeen" ? "–" : degrees(one.rangeOfMotion, one.rangeOfMotionSigma)),
      make("div", { class: "faint" }, naming(one.angle), ", range of motion"),
      one.reason ? make("p", { class: "no" }, `Not counted: ${clip.reasons[one.reason]}.`) : null,
      make("dl", {}, rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      (one.asymmetrySigma ?? null) !== null && Math.abs(one.asymmetry) <= 2 * one.asymmetrySigma
        ? make("div", { class: "faint" }, "No difference between left and right is shown.") : null,
      one.criteria.map((each) => make("div", { class: each.met === null ? "faint" : each.met ? "yes" : "no" },
        `${capital(words(each.name))}${prescribed(each)}: ${each.met === null ? "can't be told" : each.met ? "yes" : "no"}`)));
    shown.cards.push({ element, start: one.start, end: one.end });
    return element;
  }));
}

// What was measured of a prescribed angle, and the prescription.
function prescribed(criterion) {
  if (!criterion.target || criterion.value === null) return "";
  const [least, most] = criterion.target;
  return ` ${degrees(criterion.value, criterion.sigma)} of ${least} to ${most}°`;
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

/** What became of each camera's view. */
function camerasOf() {
  const cell = (value, text) => (value === null ? "–" : text(value));
  return make("div", {}, table(
    ["Camera", "Skeletons", "Left out", "Sides swapped", "Keypoints off by", "at the person", "Clock"],
    clip.cameras.map((one) => [one.name, `${one.used}`, `${one.refused}`, `${one.exchanged}`,
      cell(one.distance, (value) => `${fixed(value, 1)} px`), cell(one.offset, (value) => `${fixed(100 * value, 1)} cm`),
      `${fixed(one.clock[0], 3)} s`])),
  make("p", { class: "faint" }, "Skeletons: those for which the camera was used; left out: it showed another person or too little; "
    + "off by: the median distance of its keypoints from where it shows the skeleton. "
    + "Clock: what it shows when the first camera's shows 0."));
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

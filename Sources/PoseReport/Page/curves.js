// MARK: Curves

const PLOT = { width: 900, height: 230, left: 52, right: 12, top: 12, bottom: 34 };
/** As wide as its column of one or two, so that words keep their size on a phone. */
const widen = () => {
  const width = page.clientWidth || 900;
  PLOT.width = Math.max(340, Math.min(900, width < 980 ? width : (width - 24) / 2));
};

function steps(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(value);
  return found;
}

/** The values of an angle that are shown: not those that are uncertain by more than 45°. */
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

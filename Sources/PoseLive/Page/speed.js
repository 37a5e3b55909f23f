// How long everything takes: a few seconds are kept.

const names = {
  camera: "camera to page", encode: "pack the image", travel: "to pose3d and back", wait: "wait for its turn", decode: "unpack",
  detect: "find the body", hands: "find hands", lift: "joints in space", measure: "angles and counting", draw: "draw",
};

const kept = 150;

/** The number below which a share of some numbers are. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : NaN;
}

export function speedometer(rows, rate, words) {
  let results = [];
  let lastShown = 0;

  return {
    /** Notes a result: when it was drawn, and milliseconds of each stage and of all together. */
    note(drawn, stages, total) {
      results.push({ drawn, stages, total });
      results = results.slice(-kept);
      if (drawn - lastShown < 500) return;
      lastShown = drawn;
      const recent = results.filter((one) => drawn - one.drawn < 2000);
      const totals = results.map((one) => one.total);
      rate.textContent =
        `${(recent.length / 2).toFixed(0)} a second, ${quantile(totals, 0.5).toFixed(0)} ms behind`;
      const longest = quantile(totals, 0.5);
      words.textContent =
        `Milliseconds from the camera’s image to the drawn skeleton, medians of the last seconds: ${longest.toFixed(0)} in all, `
        + `${quantile(totals, 0.95).toFixed(0)} for all but one image in twenty.`;
      rows.replaceChildren(...Object.keys(names).filter((name) => stages[name] !== undefined).map((name) => {
        const value = quantile(results.map((one) => one.stages[name] ?? 0), 0.5);
        const row = document.createElement("tr");
        const [head, number, bar] = ["th", "td", "td"].map((kind) => document.createElement(kind));
        head.scope = "row";
        head.textContent = names[name];
        number.textContent = value.toFixed(1);
        const meter = document.createElement("meter");
        [meter.max, meter.value] = [longest || 1, value];
        meter.setAttribute("aria-label", `${names[name]}, of ${longest.toFixed(0)} ms`);
        bar.append(meter);
        row.append(head, number, bar);
        return row;
      }));
    },
    clear() {
      results = [];
      rate.textContent = "–";
    },
    get results() { return results; },
  };
}

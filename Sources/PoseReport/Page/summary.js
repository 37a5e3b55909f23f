// MARK: The first page

const RELIABILITY = {
  good: "good, ± 5° or less", fair: "fair, ± 10° or less", rough: "rough, ± 20° or less", uncertain: "uncertain by more than ± 20°",
};

/** A sentence for each joint with its reliability, and the best and the worst repetition, person by person. */
function summaryOf() {
  if (clip.times.length < 2) return [];
  const parts = clip.bodies.flatMap((body, place) => {
    const { lines, repetitions, remark, walk } = body.summary;
    if (lines.length === 0 && repetitions.length === 0) return [];
    const person = clip.people[place];
    const whose = clip.bodies.length > 1 ? `Person ${body.id}: ` : "";
    const what = body.title
      ? `${capital(body.title)}: ${person.counted} ${person.counted === 1 ? "repetition" : "repetitions"} counted.` : walk || "No exercise was counted.";
    const pictures = repetitions.map((one) => {
      const picture = clip.pictures.find((each) => each.person === body.id && each.turn === one.turn);
      return make("figure", {},
        picture ? make("img", { src: `data:image/png;base64,${picture.png}`, alt: `${one.title}, where it turns` }) : null,
        make("figcaption", {}, make("b", {}, one.title), make("br"), one.text));
    });
    return make("div", { class: pictures.length > 0 ? "person" : "" },
      make("div", {}, make("p", {}, make("b", {}, whose + what)),
        make("ul", {}, lines.map((line) => make("li", {}, make("b", {}, `${line.title}: `), line.text,
          line.reliability ? make("span", { class: `faint ${line.reliability}` }, ` Reliability: ${RELIABILITY[line.reliability]}.`) : null)))),
      pictures.length > 0 ? make("div", {}, make("div", { class: "extremes" }, pictures),
        remark ? make("p", { class: "faint" }, remark) : null) : null);
  });
  return parts.length > 0 ? [make("section", { class: "summary", "aria-label": "In short" }, make("h2", {}, "In short"), parts)] : [];
}

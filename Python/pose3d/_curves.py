"""The drawing of a video's angles over time in a notebook: an SVG file, written as text."""

import re
from html import escape
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

import numpy

_WIDTH, _PLOT_HEIGHT, _LEFT, _RIGHT, _TOP, _GAP = 720, 96, 52, 24, 34, 34
_MAXIMUM_PLOTS = 4
# Of the frames, to be drawn: an angle with many gaps is hard to read.
_MINIMUM_SHARE = 0.8
# A longer curve is thinned: the drawing has fewer pixels.
_MAXIMUM_SAMPLES = 1200
_STYLES = {"left": "#b86e00", "right": "#1f6fc4", "": "#6b7484"}
_COUNTED, _NOT_COUNTED, _LINE, _TEXT = "#1c7a46", "#a63131", "#d5d9e0", "#20242c"


def drawing(
    person: numpy.ndarray, time: numpy.ndarray, angles: Mapping[str, numpy.ndarray],
    exercise: Mapping[str, Any], repetitions: Sequence[Mapping[str, Any]],
) -> str:
    """The curves of the person in most frames, an SVG file."""
    numbers, counts = numpy.unique(person, return_counts=True)
    if not len(numbers):
        return _file(_TOP, [_text(_LEFT, 22, "no person was found")])
    shown = int(numbers[numpy.argmax(counts)])
    rows = person == shown
    own = [repetition for repetition in repetitions if repetition["person"] == shown]
    curves = {name: values[rows] for name, values in angles.items()}
    seconds = time[rows]
    if numpy.isnan(seconds).any():
        seconds = numpy.arange(len(seconds), dtype=float)
    start, end = float(seconds[0]), max(float(seconds[-1]), float(seconds[0]) + 1e-3)

    def x(second: float) -> float:
        share = (min(max(second, start), end) - start) / (end - start)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    parts = [_text(_LEFT, 22, _title(shown, len(numbers), exercise, own, start, end), bold=True)]
    top = _TOP
    for stem, names in _plots(curves, own):
        top += 18
        sides = {side: curves[name] for side, name in names.items()}
        parts += _plot(top, stem, sides, seconds, x, own)
        top += _PLOT_HEIGHT + _GAP - 18
    for second in _ticks(start, end, 8):
        parts.append(_text(x(second), top - 4, f"{second:g} s", "middle"))
    return _file(top + 8, parts)


def _title(
    person: int, people: int, exercise: Mapping[str, Any], repetitions: Sequence[Mapping[str, Any]],
    start: float, end: float,
) -> str:
    counted = sum(bool(repetition["counted"]) for repetition in repetitions)
    name = exercise.get("name")
    return " · ".join([
        *([f"person {person} of {people} people"] if people > 1 else []),
        *([str(name)] if name else []),
        *([f"{counted} repetition{'' if counted == 1 else 's'}"] if repetitions or name else []),
        f"{end - start:.1f} s"])


def _plots(
    curves: Mapping[str, numpy.ndarray], repetitions: Sequence[Mapping[str, Any]]
) -> List[Tuple[str, Dict[str, str]]]:
    """The angles that are drawn, left and right in one plot: those of the repetitions first, then
    those with the largest range."""
    plots: Dict[str, Dict[str, str]] = {}
    ranges: Dict[str, float] = {}
    followed = {_stem(str(repetition["angle"]))[1] for repetition in repetitions}
    for name, values in curves.items():
        side, stem = _stem(name)
        measured = values[~numpy.isnan(values)]
        share = 0 if stem in followed else _MINIMUM_SHARE
        if len(measured) < max(2, share * len(values)):
            continue
        low, high = numpy.percentile(measured, [5, 95])
        # An angle that passes 180° jumps by a whole turn, which is not movement.
        if numpy.abs(numpy.diff(measured)).max() > 180 and stem not in followed:
            continue
        plots.setdefault(stem, {})[side] = name
        ranges[stem] = max(ranges.get(stem, 0), float(high - low))
    order = sorted(plots, key=lambda stem: (stem not in followed, -ranges[stem]))
    return [(stem, plots[stem]) for stem in order[:_MAXIMUM_PLOTS]]


def _stem(name: str) -> Tuple[str, str]:
    """("left", "knee flexion") of leftKneeFlexion."""
    side = next((side for side in ("left", "right") if name.startswith(side)), "")
    words = re.sub("[A-Z]", lambda letter: f" {letter[0].lower()}", name[len(side):])
    return side, words.strip()


def _plot(
    top: float, title: str, curves: Mapping[str, numpy.ndarray], seconds: numpy.ndarray, x: Any,
    repetitions: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    measured = numpy.concatenate([values[~numpy.isnan(values)] for values in curves.values()])
    low, high = float(measured.min()), float(measured.max())
    margin = max((high - low) * 0.05, 1)
    low, high = low - margin, high + margin

    def y(degrees: float) -> float:
        return top + _PLOT_HEIGHT * (high - degrees) / (high - low)

    end = _WIDTH - _RIGHT
    yield _text(_LEFT, top - 6, title)
    place = _LEFT + 7 * len(title) + 16
    for side in curves:
        if side:
            yield _text(place, top - 6, side, color=_STYLES[side])
            place += 44
    for repetition in repetitions:
        color = _COUNTED if repetition["counted"] else _NOT_COUNTED
        left, right = x(repetition["start"]), x(repetition["end"])
        yield (f'<rect x="{left:.1f}" y="{top:.1f}" width="{max(right - left, 1):.1f}" '
               f'height="{_PLOT_HEIGHT}" fill="{color}" fill-opacity="0.1"/>')
    for degrees in _ticks(low, high, 4):
        yield (f'<path d="M{_LEFT} {y(degrees):.1f}H{end}" stroke="{_LINE}" fill="none"/>')
        yield _text(_LEFT - 6, y(degrees) + 4, f"{degrees:g}°", "end")
    for side, values in curves.items():
        dash = ' stroke-dasharray="7 3"' if side == "right" else ""
        yield (f'<path d="{_line(seconds, values, x, y)}" stroke="{_STYLES[side]}" '
               f'stroke-width="1.6" fill="none"{dash}/>')


def _line(seconds: numpy.ndarray, values: numpy.ndarray, x: Any, y: Any) -> str:
    """The path of a curve, which is interrupted by gaps and by jumps of a whole turn."""
    stride = -(-len(values) // _MAXIMUM_SAMPLES)
    parts: List[str] = []
    last = numpy.nan
    for second, degrees in zip(seconds[::stride], values[::stride]):
        if not numpy.isnan(degrees):
            pen = "L" if abs(degrees - last) <= 180 else "M"
            parts.append(f"{pen}{x(float(second)):.1f} {y(float(degrees)):.1f}")
        last = degrees
    return "".join(parts)


def _ticks(low: float, high: float, count: int) -> List[float]:
    """About as many round numbers between two."""
    rough = (high - low) / count
    power = 10.0 ** numpy.floor(numpy.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = int(numpy.ceil(low / step))
    return [round(index * step, 6) for index in range(first, int(numpy.floor(high / step)) + 1)]


def _text(
    x: float, y: float, text: str, anchor: str = "start", *, color: str = _TEXT, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}"{weight}>'
            f'{escape(text)}</text>')


def _file(height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
        f'width="{_WIDTH}" height="{height:.0f}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#ffffff"/>{"".join(parts)}</svg>')

#!/usr/bin/env python3
"""Opens the live page in Chromium before a camera that shows a clip: `make check-live` calls it.

    scripts/check_live.py PROGRAM [--clip FILE] [--exercise NAME] [--count N] [--seconds N] [--shots FOLDER]

Needs Debian's chromium and ffmpeg and PyPI's playwright, and skips with a sentence without them. Checked is, for the clip: the
page finds the person, the joints over the picture are those of `pose3d video --smoothing one-euro --no-temporal --no-grounding`
(a live view has no time after, and feet aren't held) in the same frame, the counter reaches the clip's repetitions, a recording is read by `exercise`, `export` and `report`, a second page waits and comes in, nothing goes to the console.
Rate and latency are printed and not judged: they are the machine's.

Every frame of the clip carries its number, in black and white squares along its lower edge, so that what the page shows is
compared with what the program says of the very same frame.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import page_layout

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Bits of a frame's number, and the side of a square in pixels.
BITS, SIDE = 12, 16
WIDTH, HEIGHT = 640, 480
# How far joints over the picture may be from those of the same frame of the file, in pixels: half of them, nearly all, and each.
NEAR = {"median": 1.0, "95 %": 3.0}
# Frames until the filter and the bones' lengths have settled.
SETTLING = 20

COLLECT = """
window.collected = [];
document.addEventListener("pose3d-result", ({ detail }) => {
  const picture = pose3d.picture;
  const strip = picture.getContext("2d").getImageData(0, picture.height - %(side)d / 2, picture.width, 1).data;
  let frame = 0;
  for (let bit = 0; bit < %(bits)d; bit += 1) {
    if (strip[4 * Math.round((bit + 0.5) * %(side)d)] > 127) frame += 2 ** bit;
  }
  const person = detail.people[0];
  collected.push({ frame, time: detail.time, total: detail.total, stages: detail.stages, image: person?.image ?? null,
    count: person?.exercise.count ?? 0, dropped: detail.dropped, drawn: performance.now() });
});
""" % {"side": SIDE, "bits": BITS}


def skip(reason):
    print(f"check-live: skipped, for {reason}")
    sys.exit(0)


def marked(clip, folder):
    """The clip at 640×480 with its frames' numbers, as a camera shows it and as a file; the last frame stays for a while."""
    boxes = [f"drawbox=x=0:y=ih-{SIDE}:w=iw:h={SIDE}:color=black:t=fill"]
    boxes += [
        f"drawbox=x={SIDE * bit}:y=ih-{SIDE}:w={SIDE}:h={SIDE}:color=white:t=fill:enable='mod(floor(n/{2 ** bit}),2)'"
        for bit in range(BITS)
    ]
    chain = f"scale={WIDTH}:{HEIGHT}:force_original_aspect_ratio=decrease,pad={WIDTH}:{HEIGHT}:(ow-iw)/2:(oh-ih)/2,"
    chain += "fps=30,tpad=stop_mode=clone:stop_duration=1.5," + ",".join(boxes)
    camera, file = folder / "camera.y4m", folder / "clip.mkv"
    encode = ["ffmpeg", "-v", "error", "-y", "-i", str(clip), "-an", "-vf", chain, "-pix_fmt", "yuv420p"]
    subprocess.run([*encode, str(camera)], check=True)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(camera), "-c:v", "ffv1", str(file)], check=True)
    return camera, file


def reference(program, file, exercise, folder):
    """The places of the joints in each frame of the file, and how many repetitions count."""
    document = folder / "reference.json"
    subprocess.run(
        [program, "video", str(file), "--effort", "fast", "--smoothing", "one-euro", "--no-temporal", "--no-grounding", "--exercise", exercise, "--detail", "full", "-o", str(document)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    read = json.loads(document.read_text())
    places = {
        frame["index"]: [joint["image"] for joint in frame["people"][0]["joints"]] for frame in read["frames"] if frame["people"]
    }
    return places, sum(repetition["counted"] for repetition in read["repetitions"]), len(read["frames"])


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def apart(results, places):
    """How far joints are from those of the same frame, in pixels, after the first frames."""
    far = []
    for result in results[SETTLING:]:
        if result["image"] is None or result["frame"] not in places:
            continue
        for here, there in zip(result["image"], places[result["frame"]]):
            if here and there:
                far.append(((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2) ** 0.5)
    return far


class Program:
    """`pose3d live` with its address."""

    def __init__(self, program, folder, *arguments):
        self.process = subprocess.Popen(
            [program, "live", "--port", "0", "--quiet", "--no-grounding", "--output", str(folder), *arguments], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http"):
            raise SystemExit(f"check-live: pose3d live gave no address but {self.address!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()

    def end(self):
        self.process.terminate()
        return self.process.wait(60)


def use(browser, live, arguments, frames, folder, problems):
    """Uses the page: measures, records. Returns what was measured, the console, what was asked for, the recording."""
    console, asked = [], []
    tab = browser.new_page(viewport={"width": 1280, "height": 860})
    tab.on("console", lambda message: console.append(message.text))
    tab.on("pageerror", lambda error: console.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(live.address)
    tab.evaluate(COLLECT)
    wait(tab, "document.getElementById('status').dataset.state === 'ready'")
    shot(tab, arguments, "start")
    tab.click("#begin")
    wait(tab, "collected.length > 5")
    tab.click("#record")
    seconds = max(arguments.seconds, frames / 30)
    tab.wait_for_timeout(min(3000, 500 * seconds))
    tab.click("#speed summary")
    shot(tab, arguments, "running")
    tab.wait_for_timeout(1000 * seconds)
    results = tab.evaluate("collected")
    tab.click("#record")
    wait(tab, "document.querySelector('#recordings a') !== null")
    advised(tab, arguments, problems)
    with tab.expect_download() as download:
        tab.click("#recordings a")
    recording = folder / "recording.jsonl"
    download.value.save_as(recording)
    others(browser, live, tab, problems)
    if live.end() != 0:
        problems.append("pose3d live did not end well")
    return results, console, asked, recording


def advised(tab, arguments, problems):
    """Lets the page judge the camera's place, after the time in which people get into view."""
    tab.click("#advise")
    if tab.text_content("#advise") != "Cancel":
        problems.append("the advice on the camera's place can't be cancelled")
    wait(tab, "document.querySelectorAll('#adviceWords p').length > 1")
    words = tab.evaluate("[...document.querySelectorAll('#adviceWords p')].map((one) => one.textContent)")
    shot(tab, arguments, "advice")
    for line in words:
        print(f"  {line}")
    if "°." not in words[0] and "picture" not in words[0]:
        problems.append(f"the advice on the camera's place begins {words[0]!r}")
    if tab.is_disabled("#advise"):
        problems.append("the camera's place can't be judged again")


def others(browser, live, tab, problems):
    """A second page has to wait, comes in by itself when the first has gone, and reports errors of its camera."""
    other = browser.new_page()
    other.goto(live.address)
    text = "document.getElementById('status').textContent.trim()"
    wait(other, f"{text}.includes('open in another window')")
    tab.close()
    wait(other, f"{text} === 'Ready'")
    for name, words in {"NotAllowedError": "no permission", "NotReadableError": "in use", "NotFoundError": "no camera"}.items():
        other.evaluate(f"void (navigator.mediaDevices.getUserMedia = async () => {{ throw new DOMException('', '{name}'); }})")
        other.click("#begin")
        other.wait_for_timeout(200)
        shown = other.text_content("#error")
        if words not in shown:
            problems.append(f"without a camera ({name}) the page shows {shown!r}")
    other.close()


def check(browser, program, arguments, file, folder, problems):
    places, repetitions, frames = reference(program, file, arguments.exercise, folder)
    expected = arguments.count if arguments.count is not None else repetitions
    recordings = folder / "recordings"
    recordings.mkdir()
    with Program(program, recordings, "--exercise", arguments.exercise) as live:
        results, console, asked, recording = use(browser, live, arguments, frames, folder, problems)
    with Program(program, recordings, "--exercise", arguments.exercise) as other:
        layouts(browser, other, arguments, problems)
    # The first time the clip is shown, from where the page began to measure.
    wrap = next((place for place in range(1, len(results)) if results[place]["frame"] < results[place - 1]["frame"]), len(results))
    far = apart(results[:wrap], places)
    seen = sum(result["image"] is not None for result in results)
    print(f"  {len(results)} results, the person in {seen}; {wrap} of {frames} frames in the clip's first showing")
    print(f"  joints from those of the file: median {quantile(far, 0.5):.2f}, 95 % {quantile(far, 0.95):.2f}, most {max(far, default=float('nan')):.2f} pixels")
    if seen < 0.95 * len(results):
        problems.append(f"the person is in {seen} of {len(results)} results only")
    for name, share in [("median", 0.5), ("95 %", 0.95)]:
        if not quantile(far, share) <= NEAR[name]:
            problems.append(f"joints are {quantile(far, share):.2f} pixels from those of the file ({name}), not {NEAR[name]}")
    counts = [result["count"] for result in results]
    print(f"  counted {max(counts, default=0)} in all, {repetitions} by the file")
    if max(counts, default=0) < expected:
        problems.append(f"the counter reached {max(counts, default=0)}, not {expected}")
    speed(results)
    if console:
        problems.append(f"on the console: {console[:3]}")
    strange = [url for url in asked if not url.startswith(live.address)]
    if strange:
        problems.append(f"the page asked for {strange[:3]}")
    for command in (["exercise", recording, "--exercise", arguments.exercise], ["angles", recording],
                    ["export", recording, "--to", "bvh", "-o", folder / "export.bvh"], ["report", recording, "-o", folder / "report.html"]):
        done = subprocess.run([program, *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            problems.append(f"pose3d {command[0]} of the recording: {done.stderr.strip()}")
    left = [path.name for path in recordings.iterdir() if "part" in path.name]
    if left:
        problems.append(f"{left} stayed beside the recording")


def layouts(browser, live, arguments, problems):
    """The page in windows of three widths and both colour schemes, before and while it measures."""
    for name, is_touched, context in page_layout.contexts(browser, permissions=["camera"]):
        tab = context.new_page()
        tab.goto(live.address)
        wait(tab, "document.getElementById('status').dataset.state === 'ready'")
        file = name.replace(" px, ", "-")
        problems += page_layout.problems(tab, f"{name}, at the start", is_touched)
        shot(tab, arguments, f"start-{file}")
        tab.evaluate(COLLECT)
        tab.click("#begin")
        wait(tab, "collected.length > 20")
        problems += page_layout.problems(tab, name, is_touched)
        shape = tab.evaluate("(({ width, height }) => width / height)(document.querySelector('.stage').getBoundingClientRect())")
        if abs(shape - WIDTH / HEIGHT) > 0.02:
            problems.append(f"{name}: the stage has the shape {shape:.2f}, the camera {WIDTH / HEIGHT:.2f}")
        shot(tab, arguments, f"running-{file}")
        if not is_touched:
            lowest = tab.evaluate("document.querySelector('#angles').getBoundingClientRect().bottom")
            if lowest > tab.viewport_size["height"]:
                problems.append(f"{name}: the angles end at {lowest:.0f} pixels, below the window")
        tab.click("#enlarge")
        tab.wait_for_timeout(300)
        # Digits of 15 mm are read three metres away: a quarter of a phone's width, 0.4 with the room above and below them.
        size = tab.evaluate("parseFloat(getComputedStyle(document.getElementById('largeCount')).fontSize)")
        if size < 0.4 * min(tab.viewport_size.values()):
            problems.append(f"{name}: the large count has {size:.0f} pixels")
        problems += page_layout.problems(tab, f"{name}, large count", is_touched)
        shot(tab, arguments, f"large-{file}")
        tab.click("#reduce")
        if tab.is_visible("#large"):
            problems.append(f"{name}: the large count doesn't close")


def wait(tab, condition, seconds=60):
    """Waits until a condition holds. Playwright's own way is against the page's policy."""
    end = time.monotonic() + seconds
    while not tab.evaluate(condition):
        if time.monotonic() > end:
            raise SystemExit(f"check-live: after {seconds} s it isn't so that {condition}")
        tab.wait_for_timeout(50)


def speed(results):
    """Prints rate and latency."""
    steady = results[SETTLING:]
    if len(steady) < 2:
        return
    lasted = (steady[-1]["drawn"] - steady[0]["drawn"]) / 1000
    totals = [result["total"] for result in steady]
    print(f"  {(len(steady) - 1) / lasted:.1f} results a second; camera to drawn: median {quantile(totals, 0.5):.0f} ms, "
          f"95 % {quantile(totals, 0.95):.0f} ms; {steady[-1]['dropped']} dropped by the server")
    print("  " + ", ".join(
        f"{name} {quantile([result['stages'][name] for result in steady], 0.5):.1f}/"
        f"{quantile([result['stages'][name] for result in steady], 0.95):.1f}" for name in steady[0]["stages"]) + " ms")


def shot(tab, arguments, name):
    if arguments.shots:
        pathlib.Path(arguments.shots).mkdir(parents=True, exist_ok=True)
        tab.screenshot(path=f"{arguments.shots}/{name}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--clip", default=ROOT / "fixtures" / "video" / "squats.mp4", help="what the camera shows")
    parser.add_argument("--exercise", default="squat")
    parser.add_argument("--count", type=int, help="the clip's repetitions; without it, as many as pose3d video counts")
    parser.add_argument("--seconds", type=float, default=12, help="how long it runs at least")
    parser.add_argument("--shots", help="a folder for pictures of the page")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None or shutil.which("ffmpeg") is None:
        skip("chromium and ffmpeg aren't both installed: apt-get install chromium ffmpeg")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("there is no playwright: pip install playwright")
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        camera, file = marked(arguments.clip, folder)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium,
                args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-video-capture={camera}"])
            print(f"check-live: {pathlib.Path(arguments.clip).name}")
            check(browser, arguments.program, arguments, file, folder, problems)
            browser.close()
    for problem in problems:
        print(f"check-live: {problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

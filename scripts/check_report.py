#!/usr/bin/env python3
"""Opens reports in Chromium and uses them: `make check-report` calls it.

    scripts/check_report.py PROGRAM [FOLDER FOR PICTURES OF THE PAGES]

Needs Debian's chromium and PyPI's playwright, and skips with a sentence without them. Checked is, of pages with a video, a video
that was made small, the same of slow motion, videos of two cameras, a picture and joints alone: nothing goes to the console, nothing is asked for, the frame that is gone to
is shown, it plays, the figure turns, in windows of 390, 800 and 1280 pixels, light and dark, nothing overflows and fingers meet
every button, it prints, with all its recordings where it is asked to. A PDF has one page in short, and others.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import page_layout

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
SHOTS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


def skip(reason):
    print(f"check-report: skipped, for {reason}")
    sys.exit(0)


def pages(program, folder):
    """Names and files of reports, and the number of their frames."""
    video, small = FIXTURES / "video" / "squats.mp4", FIXTURES / "video" / "variable.mkv"
    document = folder / "squats.json"

    def run(*arguments):
        subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("video", video, "-o", document, "--report", folder / "video.html")
    run("video", video, "--from", "0.5", "--every", "2", "--report", folder / "part.html")
    run("video", small, "--report", folder / "small.html")
    run("video", video, "--slow-motion", "3", "--report", folder / "slow.html")
    run("video", small, "--slow-motion", "2", "--from", "0.1", "--report", folder / "slow-small.html")
    run("report", document, "--video", video, "-o", folder / "again.html")
    run("report", document, "--no-video", "-o", folder / "none.html")
    run("analyze", FIXTURES / "demo" / "color.jpg", "--keypoints", FIXTURES / "demo" / "keypoints.json",
        "--report", folder / "picture.html")
    run("report", FIXTURES / "skeletons" / "pose2sim.trc", "-o", folder / "joints.html")
    run("report", document, FIXTURES / "skeletons" / "pose2sim.trc", "-o", folder / "two.html")
    views = FIXTURES / "views"
    run("video", views / "cam0", views / "cam1", "--cameras", views / "rig.json", "--fps", "3.75", "--report", folder / "cameras.html")
    return sorted(folder.glob("*.html"))


def check(browser, page):
    problems, console, asked = [], [], []
    tab = browser.new_page(viewport={"width": 1200, "height": 900})
    tab.on("console", lambda message: console.append(message.text))
    tab.on("pageerror", lambda error: console.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(page.as_uri())
    tab.wait_for_timeout(1000)
    times = tab.evaluate("JSON.parse(document.getElementById('clip-0').textContent).times")
    media = tab.evaluate("JSON.parse(document.getElementById('clip-0').textContent).media")
    slow = media["slowMotion"] if media else 1
    has_video = tab.evaluate("document.querySelector('video') !== null")
    for number in sorted({0, 1, 2, len(times) // 3, len(times) // 2, len(times) - 2, len(times) - 1} & set(range(len(times)))):
        tab.evaluate(f"pose3d.seek({number})")
        tab.wait_for_timeout(400)
        if tab.evaluate("pose3d.frame") != number:
            problems.append(f"went to frame {number}, shows {tab.evaluate('pose3d.frame')}")
        if has_video:
            shown = tab.evaluate("pose3d.moment")
            if abs(shown - times[number]) > 0.002:
                problems.append(f"at frame {number}, {times[number]:.3f} s, the video shows {shown:.3f} s")
            for name, there, wanted in tab.evaluate(
                "pose3d.panels.slice(1).map((one) => [one.view.name, one.video.currentTime - one.offset, one.view.clock])"
            ):
                # Other cameras stand in the middle of the frame that is shown.
                if not -0.001 <= there - wanted[0] - wanted[1] * times[number] < 0.05:
                    problems.append(f"at frame {number}, {times[number]:.3f} s, {name} is at {there:.3f} s")
    if len(times) > 1:
        tab.evaluate("pose3d.seek(0)")
        tab.wait_for_timeout(300)
        tab.keyboard.press(" ")
        tab.wait_for_timeout(int(1000 * slow * (times[-1] - times[0])) + 1500)
        if tab.evaluate("pose3d.isPlaying") or tab.evaluate("pose3d.frame") < len(times) - 1:
            problems.append(f"playing ended at frame {tab.evaluate('pose3d.frame')} of {len(times)}")
        tab.keyboard.press("Home")
        tab.keyboard.press("ArrowRight")
        if tab.evaluate("pose3d.frame") != 1:
            problems.append("the arrow key doesn't go to the next frame")
    cameras = tab.evaluate("pose3d.panels.length")
    if cameras > 1:
        tab.keyboard.press("2")
        if tab.evaluate("pose3d.panels.map((one) => one.element.hidden)") != [k != 1 for k in range(cameras)]:
            problems.append("the key 2 doesn't show the second camera alone")
        tab.keyboard.press("0")
        if tab.evaluate("pose3d.panels.some((one) => one.element.hidden)"):
            problems.append("the key 0 doesn't show all cameras")
    picture = "document.querySelector('.space canvas').toDataURL()"
    before = tab.evaluate(picture)
    tab.focus(".space canvas")
    tab.keyboard.press("ArrowRight")
    if tab.evaluate(picture) == before:
        problems.append("the figure doesn't turn")
    tab.get_by_role("button", name="Technical words").click()
    names = tab.get_by_text("leftKneeFlexion")
    if names.count() > 0 and not names.first.is_visible():
        problems.append("technical words don't show the files' names")
    if len(tab.pdf(format="A4")) < 10_000:
        problems.append("prints nothing")
    button = tab.get_by_role("button", name="Print all")
    if recordings := tab.evaluate("document.querySelectorAll('header option[value]').length"):
        tab.evaluate("window.print = () => { window.printed = document.querySelectorAll('.copy').length; "
                     "window.dispatchEvent(new Event('afterprint')); }")
        button.click()
        tab.wait_for_function("window.printed !== undefined")
        if (printed := tab.evaluate("window.printed")) != recordings - 1:
            problems.append(f"prints {printed} recordings beside the shown one, of {recordings}")
        if tab.evaluate("document.querySelectorAll('.copy').length"):
            problems.append("keeps what was made for paper")
    elif button.count():
        problems.append("offers to print all recordings, and has one")
    if console:
        problems.append(f"the console has {console}")
    foreign = [url for url in asked if url != page.as_uri() and not url.startswith(("blob:", "data:"))]
    if foreign:
        problems.append(f"asks for {foreign}")
    tab.close()
    return problems + check_layouts(browser, page)


def check_layouts(browser, page):
    """The page in windows of three widths and both colour schemes."""
    problems = []
    for name, is_touched, context in page_layout.contexts(browser):
        tab = context.new_page()
        tab.goto(page.as_uri())
        tab.wait_for_timeout(300)
        problems += page_layout.problems(tab, name, is_touched)
        if SHOTS:
            tab.screenshot(path=SHOTS / f"{page.stem}-{name.replace(' px, ', '-')}.png", full_page=True)
    return problems


def check_pdf(program, folder):
    """A PDF of the program's own, whose text Debian's poppler-utils reads where they are installed."""
    file = folder / "printed.pdf"
    subprocess.run([program, "report", folder / "squats.json", "--video", FIXTURES / "video" / "squats.mp4", "-o", file],
                   check=True, stdout=subprocess.DEVNULL)
    if not file.read_bytes().startswith(b"%PDF"):
        return ["isn't a PDF"]
    if shutil.which("pdftotext") is None:
        return []
    pages = subprocess.run(["pdftotext", file, "-"], check=True, capture_output=True, text=True).stdout.split("\f")
    problems = []
    if "In short" not in pages[0] or "Reliability" not in pages[0] or "Ranges of motion" in pages[0]:
        problems.append("the first page isn't the result in short")
    if not any("Ranges of motion" in page for page in pages[1:]) or any("At the cursor" in page for page in pages):
        problems.append("the other pages aren't the measurements")
    both = folder / "both.pdf"
    subprocess.run([program, "report", folder / "squats.json", FIXTURES / "skeletons" / "pose2sim.trc", "-o", both],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text = subprocess.run(["pdftotext", both, "-"], check=True, capture_output=True, text=True).stdout
    if text.count("Recording 1 of 2") != 1 or text.count("Recording 2 of 2") != 1 or text.count("Ranges of motion") != 2:
        problems.append("a PDF of two recordings doesn't have both")
    return problems


def main():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("want of playwright: python3 -m pip install playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        skip("want of Chromium: apt-get install chromium")
    program, bad = pathlib.Path(sys.argv[1]).resolve(), 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for page in pages(program, pathlib.Path(folder)):
            problems = check(browser, page)
            bad += len(problems)
            print(f"check-report: {page.stem}: {'; '.join(problems) or 'all right'}")
        problems = check_pdf(program, pathlib.Path(folder))
        bad += len(problems)
        print(f"check-report: PDF: {'; '.join(problems) or 'all right'}")
        browser.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

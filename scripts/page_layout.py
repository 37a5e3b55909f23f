"""What every page of the program has to keep at a phone's, a tablet's and a desk's width, in light and dark.

`check_report.py` and `check_live.py` use it.
"""

# Width and height in pixels, and whether it is touched.
WINDOWS = [(390, 844, True), (800, 1280, True), (1280, 800, False)]
# The least height of what a finger has to meet, in pixels.
FINGER = 44

LOOK = """
() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const controls = [...document.querySelectorAll("button, select, summary, input[type=range], label.tick, #recordings a")].filter(shown);
  return {
    width: document.documentElement.scrollWidth,
    coarse: matchMedia("(pointer: coarse)").matches,
    words: document.body.innerText,
    controls: controls.map((one) => [one.textContent.trim() || one.id || one.tagName, Math.round(one.getBoundingClientRect().height),
      Math.round(one.getBoundingClientRect().width)]),
  };
}
"""


def contexts(browser, **options):
    """For each window and colour scheme its name, whether it is touched, and a context of the browser."""
    for width, height, is_touched in WINDOWS:
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=is_touched, is_mobile=is_touched, **options)
            yield f"{width} px, {scheme}", is_touched, context
            context.close()


def problems(tab, name, is_touched):
    """What is wrong with a page as it is shown."""
    look, found = tab.evaluate(LOOK), []
    width = tab.viewport_size["width"]
    if look["width"] > width:
        found.append(f"{name}: is {look['width']} pixels wide")
    if look["coarse"] != is_touched:
        found.append(f"{name}: the browser takes it for {'a' if look['coarse'] else 'no'} touched one")
    if is_touched:
        if "click" in look["words"].lower():
            found.append(f"{name}: the words say click")
        small = [control for control in look["controls"] if control[1] < FINGER or control[2] < FINGER]
        if small:
            found.append(f"{name}: too small for a finger: {small}")
    return found

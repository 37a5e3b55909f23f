// MARK: All recordings on paper

/** Waits until the pictures of the recording that is shown are there, for three seconds at most, and draws on them. */
async function settled() {
  const owner = shown;
  const isReady = ({ video, element }) => (video
    ? video.readyState >= 2 && !video.seeking && (video !== owner.video || owner.isPlaced || !video.requestVideoFrameCallback)
    : element.querySelector("img").complete);
  const end = performance.now() + 3000;
  while (!owner.panels.every(isReady) && performance.now() < end) await new Promise((done) => setTimeout(done, 30));
  redraw();
}

/** A camera's picture with the skeleton over it, as one picture; `null` where there is none. */
function pictureOf(panel) {
  const source = panel.video || panel.element.querySelector("img");
  const [width, height] = [source.videoWidth || source.naturalWidth, source.videoHeight || source.naturalHeight];
  if (!width || panel.element.classList.contains("away")) return null;
  const [canvas, over] = [make("canvas", { width, height }), panel.overlay];
  const context = canvas.getContext("2d");
  context.drawImage(source, 0, 0, width, height);
  // The picture is in the middle of what the skeleton's canvas covers.
  const scale = Math.min(over.width / width, over.height / height);
  const [wide, high] = [width * scale, height * scale];
  if (wide > 0) context.drawImage(over, (over.width - wide) / 2, (over.height - high) / 2, wide, high, 0, 0, width, height);
  return make("img", { src: canvas.toDataURL("image/jpeg", 0.85), alt: "The image with the skeleton drawn over it" });
}

/** What the page shows now, as paper can. */
function copyOfPage() {
  const copy = make("main", { class: "copy" }, [...page.children].map((child) => child.cloneNode(true)));
  copy.querySelectorAll(".frame").forEach((element, place) => {
    const picture = pictureOf(shown.panels[place]);
    if (picture) element.replaceChildren(picture, ...element.querySelectorAll(".name")); else element.remove();
  });
  const drawn = page.querySelectorAll(".space canvas");
  copy.querySelectorAll(".space canvas").forEach((canvas, place) => {
    if (drawn[place].width > 0) canvas.getContext("2d").drawImage(drawn[place], 0, 0);
  });
  return copy;
}

/** Puts copies of the other recordings below the one that is shown, for paper alone. */
async function addCopies() {
  removeCopies();
  play(false);
  document.documentElement.dataset.paper = "all";
  const [chosen, here] = [clip, frame];
  const copies = [];
  for (const other of clips.filter((one) => one !== chosen)) {
    clip = other;
    build();
    await settled();
    copies.push(copyOfPage());
  }
  clip = chosen;
  build();
  await settled();
  seek(here);
  page.after(...copies);
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
}

/** The page as it was, in the colours of the screen. */
function removeCopies() {
  if (document.documentElement.dataset.paper === undefined) return;
  delete document.documentElement.dataset.paper;
  for (const copy of document.querySelectorAll(".copy")) copy.remove();
  redraw();
}

let isPrinting = false;

async function printAll() {
  if (isPrinting) return;
  isPrinting = true;
  try {
    await addCopies();
  } finally {
    isPrinting = false;
  }
  window.print();
}

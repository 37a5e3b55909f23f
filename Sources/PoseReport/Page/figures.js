// MARK: The skeleton over the picture

function fit(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  // Printed is what was drawn since: what was cleared by drawing would be a hole in what lies below.
  if (canvas.width !== wide || canvas.height !== high || matchMedia("print").matches) {
    [canvas.width, canvas.height] = [wide, high];
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  if (!matchMedia("print").matches) context.clearRect(0, 0, width, height);
  return context;
}

function limbs(body, place, stroke) {
  for (let joint = 0; joint < 17; joint += 1) {
    const parent = clip.parents[joint];
    if (parent >= 0) stroke(place(parent), place(joint), sideOf(clip.joints[joint]), joint);
  }
}

function drawOverlay() {
  for (const panel of shown.panels) drawOver(panel);
}

function drawOver(panel) {
  const { overlay: canvas, view, video } = panel;
  if (!view.size) return;
  const box = canvas.getBoundingClientRect();
  if (!box.width) return;
  const context = fit(canvas, box.width, box.height);
  // A camera that began later or ended before.
  const time = timeIn(panel, momentOf(frame));
  const isAway = video && view.place > 0 && (time < -0.05 || time > video.duration + 0.05);
  panel.element.classList.toggle("away", isAway === true);
  if (isAway) return;
  const [width, height] = view.size;
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [(box.width - width * scale) / 2, (box.height - height * scale) / 2];
  for (const body of clip.bodies) {
    if (!body.seen[frame]) continue;
    const place = (joint) => {
      const [at, points] = [2 * (17 * frame + joint), body.points[view.place]];
      return [left + (points[at] + 0.5) * scale, top + (points[at + 1] + 0.5) * scale];
    };
    for (const [ink, extra] of [["#000000b0", 2.5], [null, 0]]) {
      limbs(body, place, (from, to, side) => {
        if (!(from[0] + from[1] + to[0] + to[1] > -Infinity)) return;
        context.strokeStyle = ink || { left: "#e69f00", right: "#56b4e9", middle: "#ffffff" }[side];
        context.lineWidth = 3 + extra;
        context.lineCap = "round";
        context.setLineDash(body.seen[frame] === 1 ? [6, 6] : []);
        context.beginPath();
        context.moveTo(...from);
        context.lineTo(...to);
        context.stroke();
      });
    }
    context.setLineDash([]);
    if (clip.bodies.length > 1) {
      const [x, y] = place(10);
      context.font = "600 14px system-ui, sans-serif";
      context.fillStyle = "#ffffff";
      context.strokeStyle = "#000000b0";
      context.lineWidth = 3;
      context.strokeText(`${body.id}`, x + 8, y - 6);
      context.fillText(`${body.id}`, x + 8, y - 6);
    }
  }
}

// MARK: The skeleton in space

/**
 * The height in metres that the view follows: that of a standing person's hips, while these hips are within 0.4 m of it,
 * and the hips' own from 0.8 m on. A camera that isn't level makes people far away float; they would be cut off otherwise.
 */
function followedHeight(hips) {
  const off = hips - 0.9;
  return 0.9 + Math.sign(off) * Math.min(Math.abs(off), Math.max(0, 2 * Math.abs(off) - 0.8));
}

function drawSpace() {
  const canvas = shown.space;
  const box = canvas.getBoundingClientRect();
  if (!box.width) return;
  const context = fit(canvas, box.width, box.height);
  const first = clip.bodies.find((body) => body.seen[frame]);
  const root = first ? Array.from(first.positions.subarray(51 * frame, 51 * frame + 3)) : [0, 0.9, 0];
  const height = clip.hasFloor ? followedHeight(root[1]) : root[1];
  const target = look.follows && first ? [root[0], height, root[2]] : [0, 0.9, 0];
  const [sy, cy, sp, cp] = [Math.sin(look.yaw), Math.cos(look.yaw), Math.sin(look.pitch), Math.cos(look.pitch)];
  const distance = 4.2 / look.zoom;
  const focal = 1.6 * Math.min(box.width, box.height);
  const project = (x, y, z) => {
    const [dx, dy, dz] = [x - target[0], y - target[1], z - target[2]];
    const [ax, az] = [cy * dx - sy * dz, sy * dx + cy * dz];
    const [by, bz] = [cp * dy - sp * az, sp * dy + cp * az];
    const depth = distance - bz;
    return depth < 0.1 ? null : [box.width / 2 + (focal * ax) / depth, box.height / 2 - (focal * by) / depth];
  };
  const line = (from, to, ink, width) => {
    if (!from || !to || !(from[0] + from[1] + to[0] + to[1] > -Infinity)) return;
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  };
  if (clip.hasFloor) {
    const [mx, mz] = [Math.round(target[0] * 2) / 2, Math.round(target[2] * 2) / 2];
    for (let k = -4; k <= 4; k += 1) {
      line(project(mx + k / 2, 0, mz - 2), project(mx + k / 2, 0, mz + 2), colour("line"), 1);
      line(project(mx - 2, 0, mz + k / 2), project(mx + 2, 0, mz + k / 2), colour("line"), 1);
    }
  }
  const base = [target[0] - 0.9, clip.hasFloor ? 0 : target[1] - 0.9, target[2]];
  for (const [axis, name] of [[0, "x"], [1, "y"], [2, "z"]]) {
    const tip = base.map((value, k) => value + (k === axis ? 0.25 : 0));
    line(project(...base), project(...tip), colour("faint"), 1.5);
    const end = project(...tip);
    if (end) {
      context.fillStyle = colour("faint");
      context.font = "12px system-ui, sans-serif";
      context.fillText(name, end[0] + 3, end[1]);
    }
  }
  for (const camera of clip.cameras) {
    const [apex, ...corners] = camera.pyramid.map((point) => project(...point));
    corners.forEach((corner, k) => {
      line(apex, corner, colour("faint"), 1);
      line(corner, corners[(k + 1) % 4], colour("faint"), 1);
    });
    if (apex) {
      context.fillStyle = colour("faint");
      context.font = "12px system-ui, sans-serif";
      context.fillText(camera.name, apex[0] + 6, apex[1] - 6);
    }
  }
  for (const body of clip.bodies) {
    if (!body.seen[frame]) continue;
    const place = (array) => (joint) => {
      const at = 51 * frame + 3 * joint;
      return project(array[at], array[at + 1], array[at + 2]);
    };
    if (look.showsRaw) {
      context.globalAlpha = 0.45;
      limbs(body, place(body.raw), (from, to) => line(from, to, colour("faint"), 2));
      context.globalAlpha = 1;
    }
    limbs(body, place(body.positions), (from, to, side) => line(from, to, colour(side), 4));
    const head = place(body.positions)(9);
    if (head && head[0] > -Infinity) {
      context.fillStyle = colour("middle");
      context.beginPath();
      context.arc(head[0], head[1], 5, 0, 7);
      context.fill();
    }
  }
}

function spaceFigure() {
  const canvas = make("canvas", {
    tabindex: 0, role: "img",
    "aria-label": "The skeletons in space. Arrow keys turn the view, plus and minus zoom. The joints' places "
      + "are in the table of joints under technical words.",
  });
  shown.space = canvas;
  // The fingers or the mouse on the figure, with their places.
  const held = new Map();
  const spread = () => {
    const [one, other] = [...held.values()];
    return Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]));
  };
  const turn = (yaw, pitch) => {
    look.yaw += yaw;
    look.pitch = Math.max(-1.5, Math.min(1.5, look.pitch + pitch));
    drawSpace();
  };
  const zoom = (factor) => {
    look.zoom = Math.max(0.2, Math.min(6, look.zoom * factor));
    drawSpace();
  };
  canvas.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const from = held.get(event.pointerId);
    if (!from) return;
    const before = held.size === 2 ? spread() : null;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (before !== null) zoom(spread() / before);
    else if (held.size === 1) turn((from[0] - event.clientX) / 150, (event.clientY - from[1]) / 150);
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => held.delete(event.pointerId));
  // A page that is scrolled past the figure stays a page: zooming is for a figure that has the focus.
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    if (turns[event.key]) turn(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1.15);
    else if (event.key === "-") zoom(1 / 1.15);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const view = (name, yaw, pitch) =>
    make("button", { type: "button", onclick: () => { [look.yaw, look.pitch] = [yaw, pitch]; drawSpace(); } }, name);
  const toggle = (name, key) => make("button", {
    type: "button", "aria-pressed": String(look[key]),
    onclick: (event) => {
      look[key] = !look[key];
      event.currentTarget.setAttribute("aria-pressed", String(look[key]));
      drawSpace();
    },
  }, name);
  return make("figure", { class: "space" }, canvas,
    make("div", { class: "views" }, view("Camera's view", 0, 0), view("From the left", 1.5708, 0),
      view("From the right", -1.5708, 0), view("From above", 0, 1.5), toggle("Follow", "follows"),
      toggle("As measured", "showsRaw")),
    make("figcaption", {}, make("span", { class: "screen mouse" }, "Drag to turn, press and scroll to zoom."),
      make("span", { class: "screen touch" }, "Drag to turn, pinch to zoom."),
      clip.hasFloor ? ` The grid is the floor, half a metre a square${
        clip.isUpright ? "" : "; the camera is taken to be level, and where it isn't, the body leans"}.` : "",
      make("span", { class: "screen" }, " “As measured” adds the joints before repairs and smoothing.")));
}

// The skeleton over the picture, and in space.

const inks = { left: "#e69f00", right: "#56b4e9", middle: "#ffffff" };
const handBones = [
  [0, 1], [1, 2], [2, 3], [3, 4], [0, 5], [5, 6], [6, 7], [7, 8], [5, 9], [9, 10], [10, 11], [11, 12], [9, 13], [13, 14],
  [14, 15], [15, 16], [13, 17], [0, 17], [17, 18], [18, 19], [19, 20],
];

const sideOf = (name) => (name.startsWith("left") ? "left" : name.startsWith("right") ? "right" : "middle");

function bones(body) {
  return body.parents.flatMap((parent, joint) => (parent < 0 ? [] : [[parent, joint, sideOf(body.joints[joint])]]));
}

/** Draws a picture with what was found in it; the canvas gets the picture's size. */
export function drawPicture(canvas, picture, result, body, isMirrored) {
  const [width, height] = [picture.width, picture.height];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.save();
  if (isMirrored) context.transform(-1, 0, 0, 1, width, 0);
  context.drawImage(picture, 0, 0);
  context.restore();
  const across = width / result.width;
  const place = (point) => {
    const x = (point[0] + 0.5) * across;
    return [isMirrored ? width - x : x, (point[1] + 0.5) * across];
  };
  const thick = Math.max(2, width / 160);
  context.lineCap = "round";
  const lines = (list, ink, extra) => {
    for (const [from, to, side] of list) {
      if (!from || !to) continue;
      context.strokeStyle = ink || inks[side];
      context.lineWidth = thick + extra;
      context.beginPath();
      context.moveTo(...place(from));
      context.lineTo(...place(to));
      context.stroke();
    }
  };
  for (const person of result.people) {
    if (!person.image) continue;
    const list = bones(body).map(([parent, joint, side]) => [person.image[parent], person.image[joint], side]);
    lines(list, "#000000a0", thick * 0.8);
    lines(list, null, 0);
    for (const [joint, point] of person.image.entries()) {
      if (!point) continue;
      context.fillStyle = person.sources[joint] === "inferred" ? "#8a93a3" : "#ffffff";
      context.beginPath();
      context.arc(...place(point), thick * 0.8, 0, 2 * Math.PI);
      context.fill();
    }
  }
  for (const hand of result.hands ?? []) {
    lines(handBones.map(([from, to]) => [hand.image[from], hand.image[to], "middle"]), "#7ee0a3", -thick / 2);
  }
}

/** The view of the skeleton in space: dragged by the mouse, turned by the arrow keys. */
export function spaceView(canvas) {
  const look = { yaw: 0.5, pitch: 0.2 };
  let shown = null;

  function draw() {
    const box = canvas.getBoundingClientRect();
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    if (!width) return;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, box.width, box.height);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const [sy, cy, sp, cp] = [Math.sin(look.yaw), Math.cos(look.yaw), Math.sin(look.pitch), Math.cos(look.pitch)];
    const floor = shown ? Math.max(...shown.places.map((place) => place[1])) : 0.9;
    const middle = floor - 0.8;
    const project = ([x, y, z]) => {
      const [ax, az] = [cy * x + sy * z, cy * z - sy * x];
      const [by, bz] = [cp * (y - middle) + sp * az, cp * az - sp * (y - middle)];
      const size = 0.42 * Math.min(box.width, box.height * 1.25) * 3.4 / (3.4 + bz);
      return [box.width / 2 + ax * size, box.height / 2 + by * size];
    };
    context.strokeStyle = colour("--line");
    context.lineWidth = 1;
    for (let step = -3; step <= 3; step += 1) {
      for (const [from, to] of [[[step / 3, -1], [step / 3, 1]], [[-1, step / 3], [1, step / 3]]]) {
        context.beginPath();
        context.moveTo(...project([from[0], floor + 0.03, from[1]]));
        context.lineTo(...project([to[0], floor + 0.03, to[1]]));
        context.stroke();
      }
    }
    if (!shown) return;
    context.lineCap = "round";
    context.lineWidth = 5;
    for (const [parent, joint, side] of bones(shown.body)) {
      context.strokeStyle = side === "middle" ? colour("--ink") : colour(`--${side}`);
      context.beginPath();
      context.moveTo(...project(shown.places[parent]));
      context.lineTo(...project(shown.places[joint]));
      context.stroke();
    }
    context.fillStyle = colour("--ink");
    for (const place of shown.places) {
      context.beginPath();
      context.arc(...project(place), 3, 0, 2 * Math.PI);
      context.fill();
    }
  }

  function turn(yaw, pitch) {
    look.yaw += yaw;
    look.pitch = Math.min(Math.max(look.pitch + pitch, -0.4), 1.5);
    draw();
  }

  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) turn(event.movementX * 0.01, event.movementY * 0.01);
  });
  canvas.addEventListener("keydown", (event) => {
    const [yaw, pitch] = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key] ?? [];
    if (yaw === undefined) return;
    event.preventDefault();
    turn(yaw, pitch);
  });
  new ResizeObserver(draw).observe(canvas);
  return {
    /** Shows the first person of a result; `isMirrored` as the picture is. */
    show(result, body, isMirrored) {
      const person = result?.people.find((one) => one.joints);
      const places = person?.joints.map(([x, y, z]) => [isMirrored ? -x : x, y, z]);
      shown = places ? { places, body } : null;
      draw();
    },
    /** Looks from a side. */
    turnTo(yaw, pitch) {
      [look.yaw, look.pitch] = [yaw, pitch];
      draw();
    },
  };
}

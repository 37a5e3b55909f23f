// The browser's camera.

const wanted = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30, max: 60 } };

/** What is wrong when the camera can't be had, for people. */
export function words(error) {
  switch (error.name) {
  case "NotAllowedError":
  case "SecurityError":
    return "The browser has no permission to use the camera. Allow it, by the camera’s sign beside the address, and press Start camera again.";
  case "NotFoundError":
  case "OverconstrainedError":
    return "There is no camera. Connect one, and press Start camera again.";
  case "NotReadableError":
  case "AbortError":
    return "The camera is in use. Close the other program or tab that uses it, and press Start camera again.";
  case "Insecure":
    return "Browsers give the camera only to pages on this machine (localhost) or with TLS (https). On another machine, start pose3d live with --certificate and --key.";
  default:
    return `The camera can’t be used: ${error.message || error.name}`;
  }
}

/** Starts a camera; `id` is empty for any. Gives the stream. */
export async function start(id) {
  if (!navigator.mediaDevices?.getUserMedia) throw { name: "Insecure" };
  const which = id ? { deviceId: { exact: id } } : { facingMode: "user" };
  return navigator.mediaDevices.getUserMedia({ video: { ...wanted, ...which }, audio: false });
}

/** The cameras that there are, by id and name. */
export async function list() {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
  return devices.filter((device) => device.kind === "videoinput" && device.deviceId)
    .map((device, place) => ({ id: device.deviceId, name: device.label || `Camera ${place + 1}` }));
}

/** Whether a camera looks at whom sits before the screen, so that a mirror is what they expect. */
export function facesUser(stream) {
  return stream.getVideoTracks()[0].getSettings().facingMode !== "environment";
}

/** Calls a function for every picture that a video shows, with the time at which it was taken. */
export function forEachPicture(video, take) {
  if (video.requestVideoFrameCallback) {
    const next = (now, picture) => {
      video.requestVideoFrameCallback(next);
      take(picture.captureTime ?? now);
    };
    video.requestVideoFrameCallback(next);
  } else {
    let last = -1;
    const next = (now) => {
      requestAnimationFrame(next);
      if (video.currentTime !== last && video.readyState >= 2) take(now);
      last = video.currentTime;
    };
    requestAnimationFrame(next);
  }
}

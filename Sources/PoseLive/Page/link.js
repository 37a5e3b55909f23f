// The connection to pose3d live: pictures go out one at a time, answers and news come in.

const address = () => new URL("session", location.href).href.replace(/^http/, "ws");

/** Connects, and connects again when the connection is lost. `on` has a function for each kind of news. */
export function connect(on) {
  let socket = null;
  let isOpen = false;
  let isBusy = false;
  let attempts = 0;

  function open() {
    socket = new WebSocket(address());
    socket.binaryType = "arraybuffer";
    isBusy = false;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "hello") [isOpen, attempts] = [true, 0];
      if (message.type === "busy") isBusy = true;
      on[message.type]?.(message);
    };
    socket.onclose = () => {
      const wasOpen = isOpen;
      isOpen = false;
      attempts += 1;
      on.closed({ wasOpen, attempts, isBusy });
      setTimeout(open, isBusy ? 2000 : Math.min(400 * attempts, 4000));
    };
  }

  open();
  return {
    get isOpen() { return isOpen; },
    /** Sends a picture: its number, when it was taken in milliseconds, and its JPEG file. */
    async send(number, time, file) {
      const message = new Uint8Array(12 + file.size);
      const view = new DataView(message.buffer);
      view.setUint32(0, number, true);
      view.setFloat64(4, time, true);
      message.set(new Uint8Array(await file.arrayBuffer()), 12);
      if (isOpen) socket.send(message);
    },
    command(name, more) {
      if (isOpen) socket.send(JSON.stringify({ command: name, ...more }));
    },
  };
}

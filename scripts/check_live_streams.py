#!/usr/bin/env python3
"""Tries `pose3d live SOURCE` on pipes, files, streams and receivers: `make check-live-streams` calls it.

    scripts/check_live_streams.py PROGRAM [--only pipes,rtsp …] [--seconds 60]

Needs Debian's ffmpeg; for RTSP gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-base, -good, -bad and python3-gi; for a second
opinion on OSC PyPI's python-osc in the Python that runs this. What is missing is skipped with a sentence.

- pipes: MPEG-TS, Matroska, y4m and raw pictures give every frame, the same bytes twice; cut short, garbage and nothing end
  with a sentence and the right exit code.
- rtsp: an RTSP server is read, killed and started again; a password isn't shown; nothing at the address is an error.
- http: Motion JPEG over HTTP.
- senders: what three receivers get, decoded by scripts/receive_poses.py and by python-osc, is the same, and holds every frame.
- annotated: standard output as MPEG-TS is decoded to every frame; a reader that goes away ends it.
- slow: a reader that takes a line in a while only makes frames be dropped.
- long: 60 frames a second for --seconds, more than can be measured: memory stays flat, each frame is measured or counted as
  dropped.

Latencies and rates are printed and not judged: they are the machine's. Exit codes: 0 all that was tried is right, 1 something
isn't.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLIP = ROOT / "fixtures/video/squats.mp4"
FRAMES = 76
# Megabytes by which memory may grow after the beginning.
GROWTH = 20
failures = []


def check(is_right, sentence):
    print(("  ok    " if is_right else "  FAIL  ") + sentence, flush=True)
    if not is_right:
        failures.append(sentence)


def note(sentence):
    print("        " + sentence, flush=True)


def encoded(*arguments, clip=CLIP):
    """What ffmpeg makes of the clip, as bytes."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(clip), *arguments, "-"], check=True, stdout=subprocess.PIPE).stdout


def live(program, camera, *arguments, data=None, **options):
    """The whole of a run, as text."""
    run = subprocess.run(
        [program, "live", camera, *arguments], input=data if data is not None else b"", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=300, **options)
    run.words = run.stderr.decode()
    return run


def frames(output):
    """The frames of JSON Lines, without the header."""
    return [json.loads(line) for line in output.splitlines()[1:]]


def counts(words):
    """Measured and dropped frames, as the last lines say."""
    measured = re.search(r"measured (\d+) frames?", words)
    dropped = re.search(r"(\d+) dropped", words)
    return int(measured[1]) if measured else -1, int(dropped[1]) if dropped else -1


def latency(words):
    return next((line for line in words.splitlines() if line.startswith("ms, median")), "no latency")


def pipes(program, folder):
    kinds = {
        "MPEG-TS": (encoded("-c", "copy", "-f", "mpegts"), []),
        "Matroska": (encoded("-c", "copy", "-f", "matroska"), []),
        "y4m": (encoded("-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe"), []),
        "raw": (encoded("-pix_fmt", "rgb24", "-f", "rawvideo"), ["--size", "480x360", "--fps", "30"]),
    }
    for name, (data, arguments) in kinds.items():
        one, two = (live(program, "-", "--every-frame", *arguments, data=data) for _ in range(2))
        found = frames(one.stdout)
        check(one.returncode == 0 and len(found) == FRAMES, f"{name}: every frame, {len(found)} of {FRAMES}")
        check(one.stdout == two.stdout, f"{name}: the same bytes twice")
        times = [frame["time"] for frame in found]
        check(all(abs(t - i / 30) < 0.001 for i, t in enumerate(times)), f"{name}: the clip's times")
        part = live(program, "-", "--every-frame", *arguments, data=data[: len(data) // 2])
        check(part.returncode == 0 and 10 < len(frames(part.stdout)) < FRAMES, f"{name}: half of it, {len(frames(part.stdout))} frames")
    for name, data, code, words in [
        ("nothing", b"", 65, "nothing came through the pipe"),
        ("text", b"hello there\n" * 100, 65, "nothing that FFmpeg knows"),
        ("garbage", bytes((i * i * 7919 + i // 3) % 256 for i in range(200_000)), 65, ""),
        ("an MP4 whose index comes last", CLIP.read_bytes(), 65, "index comes first"),
    ]:
        run = live(program, "-", data=data)
        check(run.returncode == code and words in run.words and "error:" in run.words, f"{name}: {run.words.splitlines()[-1]}")


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Server:
    """An RTSP server in a process of its own, which is ready when this is made."""

    def __init__(self, port, *arguments):
        self.process = subprocess.Popen(
            [str(ROOT / "scripts/rtsp_server.py"), "test", "--port", str(port), *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()

    def kill(self):
        self.process.kill()
        self.process.wait()


def rtsp(program, folder):
    try:
        port = free_port()
        server = Server(port)
        if not server.address:
            return note("rtsp: skipped, for there is no GStreamer server: gir1.2-gst-rtsp-server-1.0, python3-gi")
    except OSError as error:
        return note(f"rtsp: skipped: {error}")
    output, words = folder / "rtsp.jsonl", folder / "rtsp.txt"
    with output.open("wb") as lines, words.open("wb") as errors:
        run = subprocess.Popen([program, "live", server.address], stdout=lines, stderr=errors)

        def wait(condition, seconds):
            end = time.monotonic() + seconds
            while time.monotonic() < end and run.poll() is None:
                if condition():
                    return True
                time.sleep(0.1)
            return condition()

        def count():
            return output.read_bytes().count(b"\n")

        check(wait(lambda: count() > 30, 60), "an RTSP stream is read")
        server.kill()
        check(wait(lambda: b"is lost" in words.read_bytes(), 30), "its loss is reported")
        before = count()
        time.sleep(2)
        server = Server(port)
        check(wait(lambda: b"is back after" in words.read_bytes(), 60), "it is found again")
        check(wait(lambda: count() > before + 30, 60), "and read on")
        run.send_signal(signal.SIGINT)
        try:
            code = run.wait(20)
        except subprocess.TimeoutExpired:
            run.kill()
            code = "none"
    text = words.read_text()
    check(code == 0, f"Ctrl-C ends it with 0: {code}")
    check("1 reconnection" in text, "the reconnection is counted")
    times = [frame["time"] for frame in frames(output.read_bytes())]
    check(all(a < b for a, b in zip(times, times[1:])), "times go on over the gap")
    note(latency(text))

    # Ctrl-C while it waits for a silent server.
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        run = subprocess.Popen(
            [program, "live", f"rtsp://127.0.0.1:{mute.getsockname()[1]}/x"], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        try:
            run.communicate(timeout=5)
            check(True, "Ctrl-C ends the wait for a silent server")
        except subprocess.TimeoutExpired:
            run.kill()
            check(False, "Ctrl-C ends the wait for a silent server")
    server.kill()

    port = free_port()
    server = Server(port, "--user", "viewer", "--password", "open-sesame")
    for word, right in [("open-sesame", True), ("wrong-word", False)]:
        address = f"rtsp://viewer:{word}@127.0.0.1:{port}/camera"
        run = subprocess.Popen([program, "live", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if right:
            head = [run.stdout.readline() for _ in range(5)]
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=30)
            check(all(head) and run.returncode == 0, "a stream with a password is read")
        else:
            _, errors = run.communicate(timeout=60)
            check(run.returncode == 66, f"a wrong password: {errors.decode().splitlines()[-1]}")
        check(word.encode() not in errors and b"viewer" not in errors, "no password is shown")
    server.kill()
    run = live(program, f"rtsp://viewer:open-sesame@127.0.0.1:{free_port()}/x")
    check(run.returncode == 66 and "open-sesame" not in run.words, f"nothing there: {run.words.splitlines()[-1]}")


def http(program, folder):
    import http.server

    pictures = folder / "pictures"
    pictures.mkdir()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(CLIP), "-q:v", "3", str(pictures / "%03d.jpg")], check=True)
    jpegs = [path.read_bytes() for path in sorted(pictures.iterdir())]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                for jpeg in jpegs * 20:
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
                    self.wfile.write(jpeg + b"\r\n")
                    time.sleep(1 / 30)
            except OSError:
                pass

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    run = subprocess.Popen(
        [program, "live", f"http://127.0.0.1:{server.server_port}/video.mjpg"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    head = [run.stdout.readline() for _ in range(20)]
    run.send_signal(signal.SIGINT)
    try:
        _, errors = run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        run.kill()
        _, errors = run.communicate()
    check(all(head) and run.returncode == 0, f"Motion JPEG over HTTP is read: {latency(errors.decode())}")
    server.shutdown()


def received(form, datagrams):
    """The messages of datagrams by the receiver in scripts/, and by python-osc where it is."""
    spec = importlib.util.spec_from_file_location("receive_poses", ROOT / "scripts/receive_poses.py")
    receiver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(receiver)
    own = [message for data in datagrams for message in receiver.messages(form, data)]
    if form == "udp" or importlib.util.find_spec("pythonosc") is None:
        return own, None
    from pythonosc.osc_packet import OscPacket
    other = [
        {"address": timed.message.address, "values": list(timed.message.params)} for data in datagrams
        for timed in OscPacket(data).messages
    ]
    return own, other


def senders(program, folder):
    sockets = {}
    for form in ("vmc", "osc", "udp"):
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(0.5)
        sockets[form] = (sock, [])

    def take(sock, datagrams, over):
        while not over.is_set() or not datagrams:
            try:
                datagrams.append(sock.recv(65536))
            except TimeoutError:
                if over.is_set():
                    return

    over = threading.Event()
    threads = [threading.Thread(target=take, args=(*pair, over)) for pair in sockets.values()]
    for thread in threads:
        thread.start()
    arguments = [f"--send={form}://127.0.0.1:{sock.getsockname()[1]}" for form, (sock, _) in sockets.items()]
    run = live(program, str(CLIP), "--every-frame", "--lines", "--detail", "full", "--exercise", "squat", *arguments)
    time.sleep(1)
    over.set()
    for thread in threads:
        thread.join(5)
    check(run.returncode == 0, f"a run with three receivers: {run.words.splitlines()[-1]}")
    found = frames(run.stdout)
    for form, (_, datagrams) in sockets.items():
        check(max(map(len, datagrams)) <= 1400, f"{form}: no datagram is longer than 1,400 bytes, the longest {max(map(len, datagrams))}")
        own, other = received(form, datagrams)
        if other is not None:
            check(own == other, f"{form}: python-osc reads the same {len(own)} messages")
        elif form != "udp":
            note(f"{form}: python-osc isn't there for a second opinion")
        if form == "vmc":
            hips = [m for m in own if m["address"] == "/VMC/Ext/Bone/Pos" and m["values"][0] == "Hips"]
            check(len(hips) == FRAMES, f"vmc: the hips in {len(hips)} of {FRAMES} frames")
            times = [m["values"][0] for m in own if m["address"] == "/VMC/Ext/T"]
            check(all(abs(t - f["time"]) < 1e-3 for t, f in zip(times, found)), "vmc: the frames' times")
        elif form == "osc":
            indices = [m["values"][0] for m in own if m["address"] == "/pose3d/frame"]
            check(indices == [f["index"] for f in found], "osc: every frame")
        else:
            parts = {(m["frame"], m["part"]) for m in own}
            whole = all((m["frame"], part) in parts for m in own for part in range(m["parts"]))
            check(whole and len({m["frame"] for m in own}) == FRAMES, "udp: every frame in all its parts")
            angles = {}
            for message in own:
                angles.setdefault(message["frame"], {}).update(message.get("person", {}).get("angles", {}))
            far = [
                abs(angles[f["index"]][a["name"]] - a["value"]) for f in found for a in f["people"][0]["angles"]
                if a["value"] is not None
            ]
            check(max(far) <= 0.0501, f"udp: {len(far)} angles are those of the lines")
            counted = [m["person"]["exercise"]["count"] for m in own if "exercise" in m.get("person", {})]
            check(counted == sorted(counted) and counted[-1] > 0, f"udp: squats are counted, up to {counted[-1] if counted else 0}")


def annotated(program, folder):
    run = live(program, str(CLIP), "--every-frame", "--annotate", "-")
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "mpegts", "-i", "-", "-f", "rawvideo", "-pix_fmt", "gray", "-"], input=run.stdout,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    count = len(decoded.stdout) // (480 * 360)
    check(run.returncode == 0 and count == FRAMES and not decoded.stderr, f"standard output is MPEG-TS with {count} frames")
    run = live(program, str(CLIP), "--every-frame", "--annotate", str(folder / "a.mp4"), "--record", str(folder / "r.jsonl"))
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", str(folder / "a.mp4")],
        stdout=subprocess.PIPE, text=True)
    check(run.returncode == 0 and probe.stdout.strip() == str(FRAMES) and not run.stdout, "a file has every frame, and nothing goes to standard output")
    read = subprocess.run([program, "exercise", str(folder / "r.jsonl")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(read.returncode == 0, "the recording is read by pose3d exercise")
    for arguments in (["--annotate", "-"], ["--lines"]):
        run = subprocess.Popen(
            [program, "live", str(CLIP), "--every-frame", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.read(5000)
        run.stdout.close()
        try:
            words = run.stderr.read().decode()
            check(run.wait(60) == 0 and "error" not in words, f"{arguments[0]}: a reader that goes away is no error")
        except subprocess.TimeoutExpired:
            run.kill()
            check(False, f"{arguments[0]}: a reader that goes away ends it")


def memory(process):
    """Megabytes."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def offered(program, seconds, rate, *arguments, **options):
    """A run before which a person moves at a rate, for so many seconds."""
    camera = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", str(CLIP), "-vf", f"fps={rate}", "-c:v", "mpeg4", "-q:v", "4",
         "-frames:v", str(int(rate * seconds)), "-f", "mpegts", "-"], stdout=subprocess.PIPE)
    run = subprocess.Popen(
        [program, "live", "-", *arguments], stdin=camera.stdout, stderr=subprocess.PIPE, **options)
    camera.stdout.close()
    return camera, run


def slow(program, folder):
    camera, run = offered(program, 20, 30, stdout=subprocess.PIPE)
    lines = 0
    while run.stdout.readline():
        lines += 1
        time.sleep(0.15)
    words = run.stderr.read().decode()
    measured, dropped = counts(words)
    check(run.wait(60) == 0 and camera.wait(60) == 0, "a slow reader does not block the run for good")
    check(measured == lines - 1 and dropped > 0, f"it gets every line that was measured, {measured}; {dropped} frames were dropped")
    check(measured + dropped == 600, f"each of the 600 frames is measured or dropped: {measured + dropped}")


def long(program, folder, seconds=60):
    arguments = ["--hands", "--people", "2", "--send", f"udp://127.0.0.1:{free_port()}"]
    camera, run = offered(program, seconds, 60, *arguments, stdout=subprocess.DEVNULL)
    sizes = []
    while run.poll() is None:
        try:
            sizes.append(memory(run))
        except (OSError, TypeError):
            break
        time.sleep(1)
    words = run.stderr.read().decode()
    measured, dropped = counts(words)
    start = min(len(sizes) - 1, max(10, min(45, len(sizes) // 3)))
    growth = max(sizes[start:]) - sizes[start]
    check(run.wait(60) == 0, f"{seconds} s at 60 frames a second: it ends")
    check(measured + dropped == 60 * seconds, f"each of {60 * seconds} frames is measured, {measured}, or dropped, {dropped}")
    check(growth < GROWTH, f"memory grows by {growth:.1f} MB after the first {start} s, to {max(sizes):.0f} MB")
    note(latency(words))


def main():
    checks = {f.__name__: f for f in (pipes, rtsp, http, senders, annotated, slow, long)}
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--only", default=",".join(checks))
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    if shutil.which("ffmpeg") is None:
        print("check-live-streams: skipped, for there is no ffmpeg")
        return
    program = os.path.abspath(arguments.program)
    for name in arguments.only.split(","):
        print(f"{name}:", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            options = {"seconds": arguments.seconds} if name == "long" else {}
            checks[name](program, pathlib.Path(folder), **options)
    print(f"check-live-streams: {len(failures)} failed" if failures else "check-live-streams: all is right")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

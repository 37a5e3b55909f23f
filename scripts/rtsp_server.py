#!/usr/bin/python3
"""Serves a video as an IP camera does, again and again, for tries and for `make check-live-streams`:

    scripts/rtsp_server.py [FILE] [--port 8554] [--user NAME --password WORD]

prints its address, rtsp://127.0.0.1:8554/camera. Needs Debian's gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-good, -bad and
python3-gi. FILE is an MP4 with H.264, fixtures/video/squats.mp4 without it; `test` is a moving pattern.
"""

import argparse
import pathlib

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

CLIP = pathlib.Path(__file__).resolve().parent.parent / "fixtures/video/squats.mp4"


def launch(file, rate):
    if file == "test":
        return (
            f"( videotestsrc is-live=true pattern=ball ! video/x-raw,width=640,height=480,framerate={rate}/1 ! "
            "openh264enc gop-size=30 ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1 )")
    path = str(pathlib.Path(file).resolve())
    return f'( filesrc location="{path}" ! qtdemux ! h264parse config-interval=1 ! rtph264pay name=pay0 pt=96 )'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", default=str(CLIP))
    parser.add_argument("--port", type=int, default=8554)
    parser.add_argument("--rate", type=int, default=30)
    parser.add_argument("--user")
    parser.add_argument("--password", default="")
    arguments = parser.parse_args()
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(str(arguments.port))
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(launch(arguments.file, arguments.rate))
    if arguments.user:
        auth = GstRtspServer.RTSPAuth()
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        basic = GstRtspServer.RTSPAuth.make_basic(arguments.user, arguments.password)
        auth.add_basic(basic, token)
        server.set_auth(auth)
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)
    server.get_mount_points().add_factory("/camera", factory)
    if server.attach(None) == 0:
        raise SystemExit(f"rtsp_server: port {arguments.port} is taken")
    print(f"rtsp://127.0.0.1:{arguments.port}/camera", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()

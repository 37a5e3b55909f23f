#!/usr/bin/env python3
"""Receives what `pose3d live --send` sends, and prints it:

    scripts/receive_poses.py vmc://:39539
    scripts/receive_poses.py osc://:9000 --seconds 10
    scripts/receive_poses.py udp://:5005 --lines > datagrams.jsonl

Needs Python 3 alone, and is as long as a receiver of yours has to be. With --lines each message is a line of JSON; without,
once a second what came in it. It listens on this machine alone unless a host stands before the colon (0.0.0.0 for all).
"""

import argparse
import json
import socket
import struct
import sys
import time


def text(data, place):
    """An OSC string, and where the next value is: it ends with a zero, and is filled up to four bytes."""
    end = data.index(b"\0", place)
    return data[place:end].decode("ascii"), place + (end - place) // 4 * 4 + 4


def osc_messages(data):
    """The messages of an OSC packet, each as its address and values; a bundle holds several."""
    if data.startswith(b"#bundle\0"):
        place = 16  # after the time
        while place < len(data):
            (size,) = struct.unpack_from(">i", data, place)
            yield from osc_messages(data[place + 4:place + 4 + size])
            place += 4 + size
        return
    address, place = text(data, 0)
    tags, place = text(data, place)
    values = []
    for tag in tags[1:]:
        if tag == "s":
            value, place = text(data, place)
        else:
            (value,) = struct.unpack_from({"i": ">i", "f": ">f"}[tag], data, place)
            place += 4
        values.append(value)
    yield address, values


def messages(form, data):
    """A datagram's contents, as dictionaries."""
    if form == "udp":
        yield json.loads(data)
    else:
        for address, values in osc_messages(data):
            yield {"address": address, "values": values}


def listening(place):
    """A socket for an address such as vmc://:39539, and the form of what it receives."""
    form, _, rest = place.partition("://")
    host, _, port = rest.rpartition(":")
    if form not in ("vmc", "osc", "udp") or not port.isdigit():
        raise SystemExit(f"receive_poses: {place}: vmc://:39539, osc://:port or udp://:port was expected")
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.bind((host or "127.0.0.1", int(port)))
    return form, sock


def summary(form, received):
    """What came in a second."""
    if form == "udp":
        frames = {message["frame"] for message in received}
        people = max((message["people"] for message in received), default=0)
        counts = [message["person"]["exercise"] for message in received if "exercise" in message.get("person", {})]
        return f"{len(frames)} frames, {people} people" + (f", {counts[-1]['name']} {counts[-1]['count']}" if counts else "")
    kinds = {}
    for message in received:
        address = "/".join(message["address"].split("/")[:4])
        kinds[address] = kinds.get(address, 0) + 1
    line = ", ".join(f"{address} {count}" for address, count in sorted(kinds.items()))
    hips = [message["values"] for message in received if message["values"][:1] == ["Hips"]]
    return line + (", Hips at " + " ".join(f"{number:.2f}" for number in hips[-1][1:4]) if hips else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("address")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--lines", action="store_true")
    arguments = parser.parse_args()
    form, sock = listening(arguments.address)
    sock.settimeout(0.1)
    print(f"listening at {arguments.address}", file=sys.stderr, flush=True)
    end, told, received = time.monotonic() + arguments.seconds, time.monotonic(), []
    try:
        while time.monotonic() < end:
            try:
                data = sock.recv(65536)
            except TimeoutError:
                data = None
            for message in messages(form, data) if data else []:
                if arguments.lines:
                    print(json.dumps(message), flush=True)
                received.append(message)
            if time.monotonic() - told >= 1:
                if not arguments.lines and received:
                    print(summary(form, received), flush=True)
                told, received = time.monotonic(), []
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()

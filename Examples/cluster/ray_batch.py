#!/usr/bin/env python3
"""Many videos and pictures on a Ray cluster: a document for each, and one table of all.

    python ray_batch.py /data/videos -o /data/results                     this machine alone
    python ray_batch.py --list videos.txt -o /data/results --address auto a cluster, from one of its nodes

Every node needs Ray and the package pose3d, and sees inputs and results under the same paths. A document is
named as `pose3d batch` names it, and is written whole or not at all. What has one is passed over, so that
the same command goes on after an interruption; for other settings, take another folder. Ray gives what a
lost node had at work to another. summary.csv, and with pyarrow summary.parquet, has a row for each person,
or one for a file without anybody or with an error. The exit code is 1 when a file couldn't be measured.
"""

import argparse
import csv
import importlib.util
import io
import json
import os
import pathlib
import sys
import uuid
from typing import Any, Callable, Dict, List, Optional, Sequence

PICTURES = {".jpg", ".jpeg", ".png", ".heic", ".heif", ".tif", ".tiff"}
VIDEOS = {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".mts", ".mpg", ".mpeg", ".3gp", ".r3d"}
COLUMNS = {
    "file": str, "document": str, "person": int, "exercise": str, "repetitions": int, "not_counted": int,
    "range_of_motion_deg": float, "height_m": float, "warnings": str, "error": str}
AT_WORK = 1000  # Tasks that Ray holds at a time: enough for any cluster, and few to wait for.
Row = Dict[str, Any]


def expanded(path: str) -> List[str]:
    """A path, or the pictures and videos in a folder; one of numbered frames is a video itself."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(os.listdir(path))
    media = [name for name in names if pathlib.Path(name).suffix.lower() in PICTURES | VIDEOS]
    frames = all(name[0].isdigit() and name.endswith((".jpg", ".jpeg", ".png")) for name in media)
    return [path] if frames or "color" in names else [os.path.join(path, name) for name in media]


def write(path: str, content: bytes) -> None:
    """Writes a file whole or not at all, even if another process writes the same one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{uuid.uuid4().hex}.part"
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)


def measure(file: str, document: str, threads: int, people: int, options: Dict[str, Any]) -> List[Row]:
    """The rows of a file, once its document is there. This is what runs on the nodes."""
    import pose3d

    try:
        if not os.path.exists(document):
            # The models stay loaded in Ray's process for its next file.
            if pathlib.Path(file).suffix.lower() in PICTURES and not os.path.isdir(file):
                height = options.get("height")
                result: Any = pose3d.analyze(file, height=height, people=people)
            else:
                result = pose3d.video(file, people=people, jobs=threads, **options)
            write(document, result.json.encode())
        with open(document, "rb") as written:
            return rows(file, document, json.load(written))
    except pose3d.Pose3DError as error:
        return [{"file": file, "error": str(error)}]


def rows(file: str, document: str, content: Dict[str, Any]) -> List[Row]:
    """The rows of a document: its people's, or one without a person."""
    common = {"file": file, "document": document, "warnings": " | ".join(content["warnings"])}
    found: List[Row] = []
    for person in content["people"]:
        row = {**common, "person": person["id"], "height_m": round(person["bodyHeight"], 3)}
        if "repetitions" in content:
            own = [each for each in content["repetitions"] if each["person"] == person["id"]]
            ranges = [each["rangeOfMotion"] for each in own if each["counted"]]
            row.update(
                exercise=person["exercise"], repetitions=len(ranges), not_counted=len(own) - len(ranges),
                range_of_motion_deg=round(sum(ranges) / len(ranges), 1) if ranges else None)
        found.append(row)
    return found or [common]


def measure_all(arguments: argparse.Namespace, documents: Dict[str, str]) -> List[Row]:
    """The rows of all files, in their order."""
    import ray

    local = {"object_store_memory": 150 << 20, "include_dashboard": False}
    ray.init(address=arguments.address, **(local if arguments.address == "local" else {}))
    # A lost node costs one of the retries, and so does a folder that doesn't answer for a moment.
    task = ray.remote(num_cpus=arguments.cpus, max_retries=5, retry_exceptions=[OSError])(measure)
    options = {"height": arguments.height, "exercise": arguments.exercise}
    given = {name: value for name, value in options.items() if value is not None}
    waiting, running, found = list(documents)[::-1], {}, {}
    while waiting or running:
        while waiting and len(running) < AT_WORK:
            file = waiting.pop()
            running[task.remote(file, documents[file], arguments.cpus, arguments.people, given)] = file
        for reference in ray.wait(list(running))[0]:
            file = running.pop(reference)
            try:
                found[file] = ray.get(reference)
            except (ray.exceptions.RayError, OSError) as error:
                reason = str(error).strip().splitlines()[-1]
                found[file] = [{"file": file, "error": f"{file}: {type(error).__name__}: {reason}"}]
            print(f"\r{len(found)} of {len(documents)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [row for file in documents for row in found[file]]


def harmless(value: Any) -> Any:
    """A text that no spreadsheet runs as a formula; a number as it is."""
    return "'" + value if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def write_summary(folder: str, table: List[Row]) -> None:
    """Writes the table as CSV, and with pyarrow as Parquet."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows({name: harmless(value) for name, value in row.items()} for row in table)
    write(os.path.join(folder, "summary.csv"), text.getvalue().encode())
    if importlib.util.find_spec("pyarrow"):
        import pyarrow
        import pyarrow.parquet

        kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(table, schema), sink)
        write(os.path.join(folder, "summary.parquet"), sink.getvalue().to_pybytes())


def main(words: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    option: Callable[..., Any] = parser.add_argument
    option("inputs", nargs="*", help="pictures, videos, and folders of them")
    option("--list", help="a file with further inputs, a path a line")
    option("-o", "--output", required=True, help="the folder of the results")
    option("--address", default=os.environ.get("RAY_ADDRESS", "local"), help="of the cluster: auto, HOST:PORT")
    option("--cpus", type=int, default=1, help="processors for a file, and threads for a video")
    option("--people", type=int, default=1, help="people measured in each at most")
    option("--height", type=float, help="of all the people, in metres")
    option("--exercise", help="which repetitions are counted in videos: squat, auto, none …")
    arguments = parser.parse_args(words)
    named = list(arguments.inputs)
    if arguments.list:
        named += filter(None, pathlib.Path(arguments.list).read_text().splitlines())
    files = list(dict.fromkeys(os.path.abspath(file) for path in named for file in expanded(path)))
    if not files:
        parser.error("there are no pictures or videos")
    common = os.path.commonpath([os.path.dirname(file) for file in files])
    folder = os.path.abspath(arguments.output)
    documents = {file: os.path.join(folder, os.path.relpath(file, common)) + ".json" for file in files}
    table = measure_all(arguments, documents)
    write_summary(folder, table)
    failed = sum("error" in row for row in table)
    print(f"{len(files) - failed} of {len(files)} files measured; wrote {folder}/summary.csv")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

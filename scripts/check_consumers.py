#!/usr/bin/env python3
"""A package in an empty folder depends on this one by address: `make check-consumers` calls it.

    scripts/check_consumers.py PROGRAM

Checked is, of the last commit: the set-up command of the package manager installs what is needed; modules with the names
Motion, Video and Imaging, simd and Vision stand beside this package's; a program of a few lines measures a picture as PROGRAM does.
Takes some minutes, most of them to build.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
DEMO = ROOT / "fixtures" / "demo"
# Names that a program may well have itself.
OWN = ["Motion", "Video", "Imaging", "simd", "Vision"]

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  dependencies: [.package(url: "{url}", revision: "{revision}")],
  targets: [
{own}
    .executableTarget(
      name: "app", dependencies: [.product(name: "PoseAnalysis", package: "{package}"), {names}]),
  ]
)
"""

PROGRAM = """\
import PoseAnalysis
import PoseImaging
{imports}

let folder = CommandLine.arguments[1]
var input = PictureInput(
  FileInput("\\(folder)/color.jpg"), depth: FileInput("\\(folder)/depth.png"))
input.reading.depthUnit = .millimetres
var options = MeasurementOptions()
options.camera.file = FileInput("\\(folder)/camera.json")
let analysis = try PictureAnalysis(of: input, options: options) {{ try BodyFinder(assets: .installed()) }}
for person in analysis.people {{ print(person.bodyHeight, {words}) }}
"""


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    # A place named there would hide that the package's own isn't found.
    environment = {name: value for name, value in os.environ.items() if name != "POSE3D_HOME"}
    environment["POSE3D_WITHOUT_VISION"] = "1"

    def run(*command, **options):
        done = subprocess.run(
            list(map(str, command)), text=True, stdout=subprocess.PIPE, **options)
        if done.returncode:
            sys.exit(f"check-consumers: {command[:2]} ended with {done.returncode}: {done.stdout[-2000:]}")
        return done.stdout

    revision = run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
    expected = json.loads(run(
        program, "analyze", DEMO / "color.jpg", "--depth", DEMO / "depth.png", "--depth-scale", "mm",
        "--camera", DEMO / "camera.json", "-o", "-", "-q"))["people"][0]["bodyHeight"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for own in OWN:
            (folder / "Sources" / own).mkdir(parents=True)
            (folder / "Sources" / own / "Own.swift").write_text(f'public let word{own} = "{own}"\n')
        (folder / "Sources" / "app").mkdir()
        (folder / "Sources" / "app" / "main.swift").write_text(PROGRAM.format(
            imports="\n".join(f"import {own}" for own in OWN),
            words=", ".join(f"word{own}" for own in OWN)))
        (folder / "Package.swift").write_text(MANIFEST.format(
            url=ROOT.as_uri(), revision=revision, package=ROOT.name,
            own="\n".join(f'    .target(name: "{own}"),' for own in OWN),
            names=", ".join(f'"{own}"' for own in OWN)))
        run(SWIFT, "package", "--allow-network-connections", "all",
            "--allow-writing-to-package-directory", "pose3d-setup", cwd=folder, env=environment)
        run(SWIFT, "build", "-c", "release", cwd=folder, env=environment)
        printed = run(folder / ".build" / "release" / "app", DEMO, cwd=folder, env=environment).split()
    assert printed[1:] == OWN, printed
    assert abs(float(printed[0]) - expected) < 1e-5, (printed, expected)
    print(f"check-consumers: a package that depends on {revision[:8]} measures {expected:.3f} m, as the program does")


if __name__ == "__main__":
    main()

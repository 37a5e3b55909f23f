#!/usr/bin/env python3
"""Builds the wheel: the Python package, the C library with Swift's runtime in it, the libraries that it
is linked with, their licences, and the models.

    Python/backend.py [FOLDER]          # (default: dist/)

A backend of PEP 517, too. Requires Linux with dpkg, Python 3.11, binutils, patchelf, Swift's
toolchain, and what `make setup` installs. The same sources and libraries give the same bytes.

The libraries of every glibc system are left out, and so are OpenVINO and OpenBLAS, which are
requirements with wheels of their own. FFmpeg is loaded from the user's system, if it is installed.

Expat is linked again from Debian's archive, with its own source of random numbers (arc4random.c):
it is the only library that requires glibc 2.36, and Ubuntu 22.04 has 2.35.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "Python" / "pose3d"
BUILD = ROOT / ".build-wheel"
MODELS = ROOT / ".deps" / "models"

# On every system of this glibc or a later one: PEP 600, and the C++ runtime.
SYSTEM = re.compile(
    r"(ld-linux|linux-vdso|libc\.so|libm\.so|libdl\.so|libpthread\.so|librt\.so|libutil\.so|libresolv\.so"
    r"|libgcc_s\.so|libstdc\+\+\.so)")
# Under the GPL: what is linked with them can't be passed on with this package.
REFUSED = re.compile(r"lib(x264|x265|avcodec)\b")
# What text in drawings is set in.
FONTS = [pathlib.Path("/usr/share/fonts/truetype/dejavu", name) for name in (
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
FONTS_FILE = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
EXPAT = "libexpat.so.1"
HEIC_DECODER = "libheif-libde265.so"
# The heavy model is left out: its licence is not known (THIRD_PARTY.md).
LEFT_OUT = "heavy"


def say(words):
    print(f"wheel: {words}", file=sys.stderr)


def give_up(words):
    sys.exit(f"wheel: {words}")


def run(*command):
    try:
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    except FileNotFoundError:
        give_up(f"there is no {command[0]}: install it, as root: apt-get install {command[0]}")
    except subprocess.CalledProcessError as error:
        give_up(f"{' '.join(command[:3])} … ended with {error.returncode}")


def build_library():
    """The C library, with the Swift runtime linked in and little to be seen but p3_…"""
    command = [
        *os.environ.get("SWIFT", "swift").split(), "build", "-c", "release", "--product", "pose3d_c",
        # The first option is for programs; a library is linked by the second.
        "--static-swift-stdlib", "-Xswiftc", "-static-stdlib",
        "--package-path", str(ROOT), "--scratch-path", str(BUILD), "-debug-info-format", "none",
        "-Xlinker", f"--version-script={ROOT}/Python/exports.map", "-Xlinker", "--gc-sections",
    ]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        give_up("the library can't be built")
    return BUILD / "release" / "libpose3d_c.so"


def needed(library):
    """The libraries that one needs, and those need, but the system's: soname -> file."""
    found = {}
    for line in run("ldd", str(library)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+)", line)
        if not match or SYSTEM.match(match[1]):
            continue
        if match[2] == "not":
            give_up(f"{library} needs {match[1]}, which is not here")
        if REFUSED.match(match[1]):
            give_up(
                f"{match[1]} is under the GPL, and this system's libheif is linked with it: "
                "scripts/setup installs one from the backports that isn't")
        found[match[1]] = pathlib.Path(match[2]).resolve()
    return found


def link_expat(file, folder):
    """Expat without the function of glibc 2.36, in a folder; the system's file if it does not call
    that function."""
    if "arc4random_buf" not in run("objdump", "-T", str(file)):
        return file
    archive = pathlib.Path(run("pkg-config", "--variable=libdir", "expat").strip(), "libexpat.a")
    linked = folder / EXPAT
    run("clang", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", f"-Wl,-soname,{EXPAT}",
        "-Wl,-z,relro,-z,now", f"-Wl,--whole-archive,{archive},--no-whole-archive",
        str(ROOT / "Python" / "arc4random.c"), "-o", str(linked))
    missing = exported_names(file) - exported_names(linked)
    if missing:
        give_up(f"{archive} lacks functions of {file}: {', '.join(sorted(missing))}")
    return linked


def exported_names(library):
    lines = run("nm", "-D", "--defined-only", str(library)).splitlines()
    return {line.split()[-1] for line in lines}


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]


def gather_libraries(folder, scratch):
    """Puts the library and those that it needs into a folder, each named by its contents, so that
    another package's library of the same name is not taken for it. Returns the originals. `scratch`
    is a folder for libraries that are linked again."""
    library = build_library()
    plugins = run("pkg-config", "--variable=libdir", "libheif").strip()
    decoder = pathlib.Path(plugins, "libheif", "plugins", HEIC_DECODER)
    found = needed(library)
    copies = {"libpose3d_c.so": (library, folder / "libpose3d_c.so")}
    if decoder.exists():
        found |= needed(decoder)
        copies[HEIC_DECODER] = (decoder, folder / "heif" / HEIC_DECODER)
    names = {}
    packed = dict(found)
    if EXPAT in packed:
        packed[EXPAT] = link_expat(packed[EXPAT], scratch)
    for name, file in sorted(packed.items()):
        stem, ending = name.split(".so", 1)
        names[name] = f"{stem}-{digest(file)}.so{ending}"
        copies[name] = (file, folder / names[name])
    for name, (file, copy) in copies.items():
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
        copy.chmod(0o755)
        run("strip", "--strip-unneeded", str(copy))
        own = set(run("patchelf", "--print-needed", str(copy)).split())
        # A change a call: Debian's patchelf mixes up the texts of several.
        changes = [["--replace-needed", other, names[other]] for other in sorted(own & set(names))]
        if name in names:
            changes.append(["--set-soname", names[name]])
        changes.append(["--set-rpath", "$ORIGIN/.." if copy.parent != folder else "$ORIGIN"])
        for change in changes:
            run("patchelf", *change, str(copy))
    return [*found.values(), *([decoder] if decoder.exists() else [])]


def gather_licences(files, folder):
    """The licences of the libraries' packages, and of what is compiled in."""
    folder.mkdir(parents=True)
    packages = set()
    for file in files:
        # Where /lib is a link to /usr/lib, packages may name either.
        for name in (str(file), re.sub("^/usr", "", str(file))):
            owner = subprocess.run(
                ["dpkg", "-S", name], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if owner.returncode == 0:
                packages.add(owner.stdout.split(":")[0])
                break
        else:
            give_up(f"no package has {file}, so that its licence is not known")
    for package in sorted(packages):
        notice = pathlib.Path("/usr/share/doc", package, "copyright")
        if not notice.exists():
            give_up(f"{package} has no {notice}")
        shutil.copy(notice, folder / f"{package}.txt")
        # Debian's notices name the usual licences by their place.
        text = notice.read_text("utf-8", "replace")
        for name in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text):
            shutil.copy(f"/usr/share/common-licenses/{name}", folder / f"{name}.txt")
    versions = run("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n", *sorted(packages))
    (folder / "SOURCES.txt").write_text(
        "The libraries beside libpose3d_c.so are Debian's, unchanged but for their names; their\n"
        "sources are Debian's source packages of these versions. Another build of one can be put\n"
        "in its place. Expat is linked from Debian's libexpat.a, with a function that takes random\n"
        "numbers from getrandom.\n\n"
        + "\n".join(sorted(set(versions.split("\n")))).strip() + "\n")
    shutil.copy(MODELS / "LICENSE", folder / "models.txt")
    shutil.copy(ROOT / "THIRD_PARTY.md", folder / "THIRD_PARTY.md")
    yams = BUILD / "checkouts" / "Yams" / "LICENSE"
    shutil.copy(yams, folder / "Yams.txt")
    swift = pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift").split()[0])).resolve()
    for notice in ("LICENSE.txt", "LICENSE"):
        file = swift.parent.parent / "share" / "swift" / notice
        if file.exists():
            shutil.copy(file, folder / "Swift.txt")
            return
    give_up("the toolchain's licence is not where it was expected, share/swift/LICENSE.txt")


def newest(symbol, folder):
    """The highest version of a symbol, (2, 34) of GLIBC, that the libraries in a folder need."""
    versions = [
        tuple(map(int, version.split(".")))
        for file in sorted(folder.rglob("*.so*"))
        for version in re.findall(rf"{symbol}_(\d+(?:\.\d+)+)", run("objdump", "-T", str(file)))
    ]
    return max(versions)


def requirements():
    text = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")
    openvino = re.search(r"openvino_version=(\S+)", text)[1]
    return ["numpy>=1.22", f"openvino=={openvino}", "scipy-openblas32>=0.3.21"]


def version():
    text = (ROOT / "Sources" / "PoseAnalysis" / "Installation.swift").read_text(encoding="utf-8")
    return re.search(r'static let version = "(.+)"', text)[1]


def metadata():
    project = project_table()
    lines = [
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version()}",
        f"Summary: {project['description']}",
        *[f"Author: {author['name']}" for author in project["authors"]],
        f"Keywords: {','.join(project['keywords'])}",
        *[f"Classifier: {name}" for name in project["classifiers"]],
        f"Requires-Python: {project['requires-python']}",
        *[f"Requires-Dist: {name}" for name in requirements()],
    ]
    for extra, names in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {name}; extra == '{extra}'" for name in names]
    page = (ROOT / "Python" / project["readme"]).read_text(encoding="utf-8")
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", page])


def entry_points():
    commands = [f"{name} = {place}" for name, place in project_table()["scripts"].items()]
    return "\n".join(["[console_scripts]", *commands, ""])


def project_table():
    text = (ROOT / "Python" / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]


def write_wheel(staged, target):
    """Packs a folder, in alphabetical order and without times, so that the same files make the same
    bytes."""
    info = next(staged.glob("*.dist-info"))
    record = info / "RECORD"
    lines = []
    files = sorted(file for file in staged.rglob("*") if file.is_file())
    for file in files:
        sum = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=")
        name = file.relative_to(staged).as_posix()
        lines.append(f"{name},sha256={sum.decode()},{file.stat().st_size}")
    lines.append(f"{record.relative_to(staged).as_posix()},,")
    record.write_text("\n".join(lines) + "\n")
    part = target.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for file in [*files, record]:
            entry = zipfile.ZipInfo(file.relative_to(staged).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if ".so" in file.name else 0o644) << 16
            wheel.writestr(entry, file.read_bytes())
    part.rename(target)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel in a folder; returns its name."""
    if not (MODELS / "pose_detection.tflite").exists():
        give_up("there are no models in .deps/: run scripts/setup")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scratch:
        staged = pathlib.Path(folder)
        shutil.copytree(
            PACKAGE, staged / "pose3d", ignore=shutil.ignore_patterns("__pycache__", "_native"))
        native = staged / "pose3d" / "_native"
        native.mkdir()
        files = gather_libraries(native, pathlib.Path(scratch))
        fonts = native / "fonts"
        fonts.mkdir()
        for font in FONTS:
            shutil.copy(font, fonts)
        (fonts / "fonts.conf").write_text(FONTS_FILE)
        models = staged / "pose3d" / "models"
        models.mkdir()
        for model in sorted(MODELS.glob("*.tflite")):
            if LEFT_OUT not in model.name:
                shutil.copy(model, models)
        machine = os.uname().machine
        glibc = newest("GLIBC", native)
        tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{machine}"
        info = staged / f"pose3d-{version()}.dist-info"
        gather_licences([*files, *FONTS], info / "licenses")
        (info / "METADATA").write_text(metadata(), encoding="utf-8")
        (info / "entry_points.txt").write_text(entry_points(), encoding="utf-8")
        (info / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: pose3d\nRoot-Is-Purelib: false\nTag: {tag}\n")
        name = f"pose3d-{version()}-{tag}.whl"
        target = pathlib.Path(wheel_directory)
        target.mkdir(parents=True, exist_ok=True)
        write_wheel(staged, target / name)
        say(f"{target / name}, {(target / name).stat().st_size / 1e6:.1f} MB")
        return name


if __name__ == "__main__":
    build_wheel(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist")

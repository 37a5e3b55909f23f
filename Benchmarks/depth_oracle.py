"""Compares what `pose3d depth` reads with what other libraries read, file by file.

    python depth_oracle.py FOLDER [--pose3d PROGRAM]

FOLDER holds real depth files under the names of the table below (TUM, Redwood, SUN RGB-D and NYU
frames, phones' pictures, and one frame in every container). The peers are OpenCV, NumPy, tifffile,
OpenEXR, pillow-heif, imagecodecs (lossless JPEG) and pyliblzfse; everything between their numbers
and metres is written here a second time. Prints a line a file and exits with 1 when one differs.

    pip install numpy opencv-python-headless tifffile OpenEXR pillow pillow-heif imagecodecs pyliblzfse
"""
import argparse
import base64
import io
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'

import cv2
import imagecodecs
import liblzfse
import numpy as np
import OpenEXR
import pillow_heif
import tifffile
from PIL import Image, ImageOps

TRANSPOSED = {
    1: lambda a: a, 2: lambda a: a[:, ::-1], 3: lambda a: a[::-1, ::-1], 4: lambda a: a[::-1],
    5: lambda a: a.T, 6: lambda a: a.T[:, ::-1], 7: lambda a: a.T[::-1, ::-1],
    8: lambda a: a.T[::-1]}


def steps(metres):
    return lambda path: cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(np.float64) * metres


def sun(path):
    stored = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    return ((stored >> 3) | (stored << 13)).astype(np.float64) * 0.001


def nyu(path):
    disparity = cv2.imread(str(path), cv2.IMREAD_UNCHANGED).byteswap().astype(np.float64)
    with np.errstate(divide='ignore'):
        return np.where(disparity < 1092.5, 351.3 / (1092.5 - disparity), np.nan)


def tiff(path):
    stored = tifffile.imread(path)
    return stored.astype(np.float64) * (1 / 5000 if stored.dtype.kind == 'u' else 1)


def exr(path):
    channels = OpenEXR.File(str(path), separate_channels=True).channels()
    name = next(n for n in ('Z', 'depth.Z', 'Y') if n in channels)
    return channels[name].pixels


def numpy_array(path):
    stored = np.load(path)
    if not isinstance(stored, np.ndarray):
        stored = stored['depth']
    return stored.astype(np.float64) * (1 / 5000 if stored.dtype.kind == 'u' else 1)


def pfm(path):
    return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)


def raw(path):
    layout = json.loads(path.with_suffix('.json').read_text())
    return np.fromfile(path, '<f4').reshape(layout['height'], layout['width'])


def record3d(path):
    archive = zipfile.ZipFile(path)
    metadata = json.loads(archive.read('metadata'))
    data = liblzfse.decompress(archive.read('rgbd/0.depth'))
    return np.frombuffer(data, '<f4').reshape(metadata['dh'], metadata['dw'])


def lossless_jpeg(path):
    return imagecodecs.ljpeg_decode(path.read_bytes()).astype(np.float64) / 5000


def disparity(stored, low, high):
    disparity = low + (high - low) * stored.astype(np.float64) / np.iinfo(stored.dtype).max
    with np.errstate(divide='ignore'):
        return np.where(disparity > 0, 1 / disparity, np.nan)


def apple_jpeg(path):
    """The last picture in the file that is grey and whose XMP has a range, by scanning."""
    data = path.read_bytes()
    for start in [m.start() for m in re.finditer(b'\xff\xd8\xff', data)][::-1]:
        try:
            picture = Image.open(io.BytesIO(data[start:]))
            text = (picture.info.get('xmp') or b'').decode('utf8', 'replace')
            if picture.mode != 'L' or 'FloatMinValue' not in text:
                continue
            number = lambda name: float(
                re.search(name + r'(?:="|>)([-0-9.e]+)', text).group(1))
            stored = np.asarray(picture)
            orientation = Image.open(path).getexif().get(0x0112, 1)
            metres = disparity(stored, number('FloatMinValue'), number('FloatMaxValue'))
            return TRANSPOSED[orientation](metres)
        except OSError:
            continue
    raise ValueError('no depth found')


def heic(path):
    pillow_heif.register_heif_opener()
    image = pillow_heif.open_heif(path)
    depth = image.info['depth_images'][0]
    low, high = (depth.info['metadata'][k] for k in ('d_min', 'd_max'))
    return disparity(np.asarray(depth), low, high)


def extended_xmp(data):
    parts = {}
    for match in re.finditer(b'http://ns.adobe.com/xmp/extension/\0', data):
        length = struct.unpack('>H', data[match.start() - 2:match.start()])[0]
        body = data[match.end():match.start() - 2 + length]
        parts[struct.unpack('>I', body[36:40])[0]] = body[40:]
    return b''.join(parts[k] for k in sorted(parts)).decode()


def gdepth(path):
    data = path.read_bytes()
    text = extended_xmp(data)
    main = data[:200_000].decode('latin1')
    value = lambda name: re.search(f'GDepth:{name}="([^"]*)"', main + text).group(1)
    payload = base64.b64decode(value('Data'))
    stored = cv2.imdecode(np.frombuffer(payload, np.uint8), cv2.IMREAD_UNCHANGED)
    stored = stored[..., 2] if stored.ndim == 3 else stored
    near, far = float(value('Near')), float(value('Far'))
    n = stored / 255
    if value('Format') == 'RangeInverse':
        metres = far * near / (far - n * (far - near))
    else:
        metres = near + n * (far - near)
    return TRANSPOSED[Image.open(path).getexif().get(0x0112, 1)](metres)


def dynamic_depth(path):
    data = path.read_bytes()
    text = data[:20_000].decode('latin1')
    length = int(re.search(r'Item:Length="(\d+)" Item:DataURI="android/depthmap"', text).group(1))
    value = lambda name: re.search(f'DepthMap:{name}="([^"]*)"', text).group(1)
    stored = np.asarray(Image.open(io.BytesIO(data[-length:])).convert('L'))
    near, far = float(value('Near')), float(value('Far'))
    return far * near / (far - stored / 255 * (far - near))


# Name, options of pose3d, peer, relative difference that is allowed: 32-bit floats are compared
# with the peer's doubles; JPEG's own decoders may differ by a step.
FILES = [
    ('TUM_depth.png', ['--depth-scale', 'tum'], steps(1 / 5000), 1e-7),
    ('redwood_depth_00000.png', ['--depth-scale', 'mm'], steps(0.001), 1e-7),
    ('SUN_depth.png', ['--depth-scale', 'sunrgbd'], sun, 1e-7),
    ('NYU_depth.pgm', ['--depth-scale', 'nyu'], nyu, 1e-7),
    ('pug.heic', [], heic, 1e-6),
    ('shu223_image-with-depth.jpg', [], apple_jpeg, 1e-6),
    ('gdepth_xmp.jpg', [], gdepth, 1e-6),
    ('containers/tum_u16.tif', ['--depth-scale', 'tum'], tiff, 1e-7),
    ('containers/tum_u16_lzw_be.tif', ['--depth-scale', 'tum'], tiff, 1e-7),
    ('containers/tum_f16.tif', [], tiff, 0),
    ('containers/tum_f32_deflate.tif', [], tiff, 0),
    ('containers/tum_f32_tiled.tif', [], tiff, 0),
    ('containers/tum_Z_float.exr', [], exr, 0),
    ('containers/tum_Z_half.exr', [], exr, 0),
    ('containers/tum_rgb_depthZ.exr', [], exr, 0),
    ('containers/tum_f16.npy', [], numpy_array, 0),
    ('containers/tum_f32.npy', [], numpy_array, 0),
    ('containers/tum_f64_fortran.npy', [], numpy_array, 1e-7),
    ('containers/tum_u16.npy', ['--depth-scale', 'tum'], numpy_array, 1e-7),
    ('containers/tum.npz', [], numpy_array, 0),
    ('containers/tum_c.npz', ['--depth-scale', 'tum'], numpy_array, 1e-7),
    ('containers/tum.pfm', [], pfm, 0),
    ('containers/tum_640x480.bin', [], raw, 0),
    ('containers/synth_lidar.r3d', [], record3d, 0),
    ('containers/synth_iphone_portrait.jpg', [], apple_jpeg, 1e-6),
    ('containers/synth_dynamic_depth.jpg', [], dynamic_depth, 1e-6),
    ('containers/lossless16_ljpeg_encode.jpg', ['--depth-scale', 'tum'], lossless_jpeg, 1e-7),
    ('containers/lossless16_jpeg8_encode.jpg', ['--depth-scale', 'tum'], lossless_jpeg, 1e-7),
]


def ours(program, path, options, folder):
    target = pathlib.Path(folder, 'depth.npy')
    run = subprocess.run(
        [program, 'depth', str(path), *options, '--to', 'npy', '-o', str(target)],
        capture_output=True, text=True)
    if run.returncode:
        raise ValueError(run.stderr.strip())
    return np.load(target)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--pose3d', default='.build/release/pose3d')
    arguments = parser.parse_args()
    failures = 0
    print(f"{'file':44} {'samples':>9} {'min':>8} {'median':>8} {'max':>8}  difference")
    for name, options, peer, allowed in FILES:
        path = arguments.folder / name
        if not path.exists():
            print(f'{name:44} is not there')
            continue
        try:
            theirs = np.array(peer(path), np.float64)
            theirs[~(np.isfinite(theirs) & (theirs > 0))] = np.nan
            with tempfile.TemporaryDirectory() as folder:
                mine = ours(arguments.pose3d, path, options, folder).astype(np.float64)
            if mine.shape != theirs.shape:
                raise ValueError(f'{mine.shape[::-1]} here, {theirs.shape[::-1]} there')
            if (np.isnan(mine) != np.isnan(theirs)).any():
                raise ValueError(
                    f'{(np.isnan(mine) != np.isnan(theirs)).sum()} holes are in other places')
            # The peer's doubles, rounded to the floats that the map holds.
            gap = np.abs(mine - theirs.astype(np.float32)) / theirs
            largest = np.nanmax(gap)
            verdict = 'none' if largest == 0 else f'at most {largest:.1e} of the depth'
            if largest > max(allowed, 0):
                failures += 1
                verdict += ' TOO MUCH'
            valid = np.sort(mine[~np.isnan(mine)])
            print(f'{name:44} {valid.size:9} {valid[0]:8.3f} {valid[valid.size // 2]:8.3f} '
                  f'{valid[-1]:8.3f}  {verdict}')
        except Exception as error:
            failures += 1
            print(f'{name:44} FAILED: {error}')
    print(f'{failures} differ' if failures else 'everything agrees')
    sys.exit(1 if failures else 0)


main()

// AprilTag's detector reached through dlopen: only the calibration by a board needs it. It is no API:
// `PoseBoards` wraps every call.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Loads the library of the release whose headers this was compiled with, once; NULL, or the reason
/// why it can't be loaded. Safe from any thread. Nothing else may be called unless it returned NULL.
const char *pose3d_apriltag_load(void);

/// A tag that was found.
typedef struct {
  int id;
  /// Bits that were corrected.
  int corrected;
  /// The width of the black border, in cells: 1 or 2.
  int border;
  /// The index of its family in the detector; 0 and 1 both mean tag36h11 where that was asked for.
  int family;
  /// The mean difference between a bit's brightness and the threshold, in grey levels.
  float margin;
  /// The corners of the black border in pixels: lower left, lower right, upper right, upper left of
  /// the upright tag. The corner of the image's first pixel is (0, 0).
  double corners[4][2];
} pose3d_apriltag;

/// A detector of tags. Used from one thread at a time.
typedef struct pose3d_apriltag_detector pose3d_apriltag_detector;

/// A new detector of tags of the family tag36h11, with a border of one cell (AprilTag's own) and of two
/// cells (Kalibr's); NULL if memory is missing.
pose3d_apriltag_detector *pose3d_apriltag_make(void);

/// Square markers with a black border of one cell.
typedef struct {
  /// Cells along a side inside the border, 3 to 7.
  int side;
  /// The number of markers, 1 to 65535.
  int count;
  /// Cells that may be wrong, 0 to 2.
  int corrected;
  /// The cells of each marker, row by row from the top left, the first one in the highest of
  /// side × side bits; 1 is white.
  const uint64_t *codes;
} pose3d_marker_family;

enum { pose3d_marker_families = 16 };

/// A new detector of markers of several families, 1 to `pose3d_marker_families`; NULL for numbers beyond
/// their limits, or if memory is missing. The codes are copied.
pose3d_apriltag_detector *pose3d_apriltag_make_of(
    const pose3d_marker_family *families, int count);

void pose3d_apriltag_free(pose3d_apriltag_detector *detector);

/// Finds tags in a grey image of bytes, row by row without padding.
///
/// `decimation` is the factor by which the image is downscaled for the search, 1 or more. Returns the
/// number of tags, of which at most `capacity` are stored; −1 if memory is missing.
int pose3d_apriltag_detect(
    pose3d_apriltag_detector *detector, const uint8_t *pixels, int width, int height,
    float decimation, pose3d_apriltag *found, int capacity);

enum { pose3d_apriltag_side = 6 };

/// Stores the cells of a tag inside its border, row by row from the top left: true is white. Returns
/// false for a number that no tag of the family has.
bool pose3d_apriltag_cells(int id, bool cells[36]);

/// The tables of OpenCV's predefined ArUco markers, each the largest of its kind.
typedef enum {
  pose3d_aruco_4x4,
  pose3d_aruco_5x5,
  pose3d_aruco_6x6,
  pose3d_aruco_7x7,
  pose3d_aruco_16h5,
  pose3d_aruco_25h9,
  pose3d_aruco_36h11,
  pose3d_aruco_mip_36h12
} pose3d_aruco_table;

/// The cells of a marker, in the order of `pose3d_marker_family`; `UINT64_MAX` for a number that the
/// table doesn't have.
uint64_t pose3d_aruco_code(pose3d_aruco_table table, int number);

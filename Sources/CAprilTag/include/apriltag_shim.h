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
  /// The mean difference between a bit's brightness and the threshold, in grey levels.
  float margin;
  /// The corners of the black border in pixels: lower left, lower right, upper right, upper left of
  /// the upright tag. The corner of the image's first pixel is (0, 0).
  double corners[4][2];
} pose3d_apriltag;

/// A detector of tags of the family tag36h11, with a border of one cell (AprilTag's own) and of two
/// cells (Kalibr's). Used from one thread at a time.
typedef struct pose3d_apriltag_detector pose3d_apriltag_detector;

/// A new detector; NULL if memory is missing.
pose3d_apriltag_detector *pose3d_apriltag_make(void);
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

/* pose3d.h: people in images and videos as 3D skeletons, for C and whatever calls C.
 *
 * Link with -lpose3d_c. All text is UTF-8 and ends with a zero; names of files, also those in options, may
 * be any bytes. Options contain no \u0000. Lengths are in metres, times in seconds, angles in degrees. The
 * documents are those that the program `pose3d` writes, byte for byte.
 *
 *   p3_estimator *estimator;
 *   p3_result *result;
 *   if (p3_estimator_open(NULL, &estimator) != P3_OK) { puts(p3_last_error()); return 1; }
 *   if (p3_analyze_file(estimator, "photo.jpg", "{\"height\": 1.72}", &result) == P3_OK) {
 *     puts(p3_result_text(result, P3_JSON, NULL));
 *     p3_result_free(result);
 *   }
 *   p3_estimator_close(estimator);
 *
 * Ownership: a result through a pointer to a pointer is the caller's, who gives it back to the one function
 * that its description names. A returned `const char *` is the library's, and valid for the time in its
 * description. The library keeps none of its arguments.
 *
 * NULL: if an argument is NULL whose description does not allow that, a function with a status fails with
 * P3_USAGE and the code "nullArgument". Any other function returns NULL or 0.
 *
 * Threads: an estimator may be used from several threads, which wait for each other; several estimators
 * work at the same time. A result is read-only.
 *
 * Processes: the runtime's threads don't survive fork(). In a child of a process that had made an
 * estimator before, every function that needs one fails with a sentence about it. Start new
 * processes (spawn, exec).
 */
#ifndef POSE3D_H
#define POSE3D_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this interface. Within one number, functions and options are added and none is changed. */
#define P3_ABI_VERSION 1

/** The library's P3_ABI_VERSION; a program that was compiled with another number can't use it. */
int32_t p3_abi_version(void);

/** The version of Pose3D that documents name, "0.1.0"; valid for ever. */
const char *p3_version(void);

/* MARK: Errors */

/** What became of a call; the failures are the program's exit codes, those of sysexits.h. */
typedef int32_t p3_status;
enum {
  P3_OK = 0,
  /** Called wrongly: an option that there isn't, a value out of its range, an unstated depth unit. */
  P3_USAGE = 64,
  /** The input can't be used. */
  P3_DATA = 65,
  /** A file doesn't exist or can't be read. */
  P3_NO_INPUT = 66,
  /** Something that is needed is not installed. */
  P3_UNAVAILABLE = 69,
  /** A file can't be written. */
  P3_CANT_CREATE = 73
};

/** The reason for this thread's last failed call: a sentence with the cause, the expected input, the place,
 *  and the next step. Empty before. Valid until the thread's next call that fails. */
const char *p3_last_error(void);

/** What kind of failure that was, in one word: "noSuchFile", "unitMissing", "invalidOption" … */
const char *p3_last_error_code(void);

/* MARK: Estimators */

/** Models that are loaded once. */
typedef struct p3_estimator p3_estimator;

/** Makes an estimator. The models are loaded by the first image that needs them.
 *
 *  `options` is NULL or a JSON object; the usual value of each member is that of the program:
 *    people   the number of people in an image at most, 1 to 16 (1)
 *    effort   "fast", "standard" or "best" (default: "best" for images, "standard" for videos, "fast"
 *             for videos with a named model)
 *    model    "full", "heavy", or the file of a model
 *    min_confidence   the minimum confidence in a person, 0.05 to 0.99 (what is usual with the model)
 *    keypoint_layout  what the points of an ONNX model are, where their number fits several layouts
 *    models   the folder of the models; usually those that set-up installed (POSE3D_HOME)
 *    runtime  the folder of OpenVINO's libraries; usually beside `models`
 *    openblas the file of an OpenBLAS with LAPACKE instead of the system's; the first estimator's
 *             choice counts for the process
 *
 *  To be given to p3_estimator_close. */
p3_status p3_estimator_open(const char *options, p3_estimator **estimator);

/** Frees an estimator, which no other thread may be using. NULL is allowed. Its results stay. */
void p3_estimator_close(p3_estimator *estimator);

/* MARK: What is analysed */

/** What a pixel is: bytes of red, green and blue, of these and one that is ignored, or of grey. */
typedef int32_t p3_pixels;
enum { P3_RGB = 3, P3_RGBA = 4, P3_GREY = 1 };

/** An image in memory, upright, sRGB of 8 bits. */
typedef struct p3_image {
  const uint8_t *data;
  int32_t width, height;
  /** Bytes from a row to the next, at least a row's own; negative where the last row comes first in memory,
   *  with `data` at the first row. A stride by which the rows take more than 2^48 bytes is P3_USAGE. */
  ptrdiff_t stride;
  p3_pixels pixels;
} p3_image;

/** What a sample of a depth map is: a float in metres, or a 16-bit integer in steps of `depth_unit`. */
typedef int32_t p3_samples;
enum { P3_FLOAT32 = 4, P3_UINT16 = 2 };

/** A depth map in memory, upright, of the image's view and of any resolution: distances along z, with 0
 *  or NaN where nothing was measured. */
typedef struct p3_depth {
  const void *data;
  int32_t width, height;
  /** As that of p3_image. */
  ptrdiff_t stride;
  p3_samples samples;
} p3_depth;

/** What was found. */
typedef struct p3_result p3_result;

/** Measures the people in an image in memory. `depth` may be NULL.
 *
 *  `options` is NULL or a JSON object:
 *    height         the person's height in metres, 0.4 to 2.8
 *    camera         a camera file: pose3d.camera/1, or another program's calibration
 *    camera_text    the contents of such a file instead
 *    camera_name    the camera that is meant, in a camera file of several
 *    intrinsics     [fx, fy, cx, cy] in pixels of this image, the centre of the top left one at (0, 0)
 *    field_of_view  along the diagonal, 1 to 170 degrees
 *    gravity        [x, y, z], down in the camera's frame: x right, y down, z forward
 *    depth_unit     what a step of the depth map is: "mm", "tum", "realsense" … or metres, 0.001
 *    name           what documents call the image ("image")
 *    depth_name     what documents call the depth map ("depth")
 *
 *  An image without a person is no failure. `result` is to be given to p3_result_free. */
p3_status p3_analyze(
    p3_estimator *estimator, const p3_image *image, const p3_depth *depth, const char *options,
    p3_result **result);

/** The same for a file: what `pose3d analyze` does. Of the options above all but `name` and `depth_name`,
 *  and:
 *    depth             a depth map of the same view; usually that in the image's own file
 *    own_depth         false leaves the latter out
 *    depth_confidence  an image of the camera's confidence in the depth map
 *    channel           the channel or array of the file that holds the depth
 *    keypoints         a file of 2D keypoints instead of detecting them
 *    keypoint_layout   that file's layout
 *    max_megapixels    the largest image that is read, 1 to 4096 */
p3_status p3_analyze_file(
    p3_estimator *estimator, const char *path, const char *options, p3_result **result);

/** Called after every frame of a video, on the calling thread, with the number of frames that are done;
 *  anything but 0 ends the work. The result has what was done until then, and the frames that were at work. */
typedef int32_t (*p3_progress)(void *context, int64_t frames);

/** Measures the people in a video, a folder of numbered frames or a Record3D recording: what
 *  `pose3d video` does. `progress` may be NULL. Of the options above height, camera, camera_text,
 *  camera_name, intrinsics, field_of_view, gravity, depth, own_depth and depth_unit, and:
 *    from         seconds at which to start, as a player shows them
 *    to           seconds at which to end, as a player shows them
 *    every        every n-th frame (1)
 *    fps          frames a second of a folder of frames, more than 0 and up to 100000
 *    slow_motion  how many times slower than life the video plays, 0.001 to 1000: 8 for 240 frames of a second
 *                 that are stored as 30 (what the file says, as those of Android phones do; else 1)
 *    person       the number of the only person who is wanted, from 0
 *    exercise     the exercise that is counted; "auto" recognises it, "none" counts nothing ("auto")
 *    rep_angle    the angle whose cycles are counted instead
 *    rep_min      its minimum range, more than 0 and up to 360 degrees
 *    target       prescribed angles by which repetitions are judged, separated by commas:
 *                 "kneeFlexion=90+-10,leftElbowFlexion=80..100"
 *    smoothing    the cut-off of a filter without lag, 0.1 to 1000 hertz, "one-euro" or "none" (6)
 *    repair       false leaves left and right, front and back, and jumps as they were measured
 *    temporal     false leaves depths as each image alone gives them
 *    grounding    false leaves planted feet where they were measured
 *    max_gap      the longest gap that is filled, 0 to 10 seconds (0.5)
 *    annotate     a file for the video with what was found drawn on it; progress is called for its frames, too, with the
 *                 number that was measured. If it can't be written, the result has a warning
 *    detail       how much the documents say: "joints", "standard" or "full" ("standard")
 *    jobs         threads, 1 to 256; the result doesn't depend on it (one a processor)
 *  FFmpeg's libraries are needed, of the release with whose headers this library was compiled. */
p3_status p3_video_file(
    p3_estimator *estimator, const char *path, const char *options, p3_progress progress,
    void *context, p3_result **result);

/** A frame of a video in memory. */
typedef struct p3_frame {
  /** Seconds, from any moment on; later than that of the frame before, or the frame is left out. */
  double time;
  /** In the size of the first frame's. */
  p3_image image;
  /** `data` is NULL when there is none for this frame. Without one in the first eight, later ones are left out. */
  p3_depth depth;
} p3_frame;

/** Gives the next frame: 1 when there is one, 0 after the last one, anything else to give up, which ends the
 *  call with P3_DATA. Called from a thread of the library's, never from two at a time; the frame's memory
 *  has to stay until the next call, or the end of p3_video_frames. */
typedef int32_t (*p3_next_frame)(void *context, p3_frame *frame);

/** Measures the people in frames in memory, as they come from a camera or a decoder of the caller's.
 *  `context` is what both functions are called with; `progress` may be NULL. The options are those of
 *  p3_video_file without depth, annotate and slow_motion, and `name`, the frames' name in documents ("frames"); fps is
 *  their rate in the document. Times in results, and `from` and `to`, count from the first frame. FFmpeg is not needed. */
p3_status p3_video_frames(
    p3_estimator *estimator, p3_next_frame next, const char *options, p3_progress progress,
    void *context, p3_result **result);

/** Measures the angles of the 3D joints in a file: what `pose3d angles` does; no estimator is needed.
 *
 *  `options` is NULL or a JSON object:
 *    dialect  names, zeros and signs: "clinical", "fitness", "sports2d", "opensim",
 *             "opensim-gait2392" or "vision" ("clinical")
 *    layout   what the file is, where its content leaves it open
 *    units    the unit of its lengths, where it doesn't say it
 *    up       its axis that points up, "+y", where it doesn't say it
 *    sigma    one standard deviation of its joints in metres, where it doesn't state it
 *
 *  `result` is to be given to p3_result_free. */
p3_status p3_angles_file(const char *path, const char *options, p3_result **result);

/** Measures the walking in a result of a video, or in another file or folder of joints over time or of 2D
 *  keypoints: what `pose3d gait` does; no estimator is needed.
 *
 *  `options` is NULL or a JSON object:
 *    layout, units, up, sigma  as above
 *    fps                       frames a second: times are those of the frames' numbers
 *    person                    the number of the only person
 *    as_is                     true takes the joints of a pose3d document as they are, not as measured
 *    smoothing, repair, max_gap, exercise, rep_angle, rep_min  as those of p3_video_file; the last three of
 *                              p3_exercise_file, p3_report_files, p3_compare_files and p3_compare_series only
 *    temporal                  false leaves depths as each image alone gives them
 *    grounding                 false leaves planted feet where they were measured
 *    size                      the image size of 2D keypoints, [1920, 1080], if the file does not contain it
 *    keypoint_layout           the layout of 2D keypoints, if their number is ambiguous
 *    height, camera, camera_text, camera_name, intrinsics, field_of_view, gravity  as those of p3_analyze_file; 2D
 *                              keypoints only
 *    reference                 a file of a group's walking to compare with, pose3d.gaitReference/1; of this function
 *                              only
 *
 *  A file without a person who walks is P3_DATA with the code "motionMissing". The result has the texts P3_JSON,
 *  P3_CSV and P3_PAGE, and no rows. */
p3_status p3_gait_file(const char *path, const char *options, p3_result **result);

/** Measures a functional test: what `pose3d test` does. `test` is "5xsts", "30s-chair-stand", "tug",
 *  "single-leg-stance", "single-leg-squat", "jump", "shoulder-rom", "hip-rom" or "plank". Besides those of
 *  p3_gait_file but `reference` the options are:
 *
 *    age                       the person's age in years: results of "5xsts", "30s-chair-stand" and "tug" are compared
 *                              with the published average of that age
 *    sex                       "woman" or "man", with age: "30s-chair-stand" needs it
 *
 *  All else is as there. */
p3_status p3_test_file(
    const char *path, const char *test, const char *options, p3_result **result);

/** Scores postures at work: what `pose3d ergonomics` does with joints over time. All else is as in p3_gait_file; a file
 *  without a frame that has a score is "motionMissing". Further options, of which those that are not given are unknown
 *  and enter the scores as a range:
 *    method    "reba" or "rula" (both)
 *    load      kilograms, or "8kg,shock"
 *    coupling  "good", "fair", "poor" or "unacceptable"
 *    activity  "none", or of "static,repeated,rapid" what applies
 *    wrist     "neutral", "slight" or "bent", with ",deviated" and ",twisted" if they apply
 *    arms      "free", or of "raised,supported" what applies
 *    neck      "straight" or "twisted"
 *    legs      "standing", "both", "one" or "sitting" */
p3_status p3_ergonomics_file(const char *path, const char *options, p3_result **result);

/** Counts the repetitions of an exercise: what `pose3d exercise` does. All else is as in p3_gait_file but `reference`, with
 *  the options exercise, rep_angle, rep_min and target of p3_video_file. P3_PAGE is a report without the video. */
p3_status p3_exercise_file(const char *path, const char *options, p3_result **result);

/** Makes a page for a browser of recordings that were measured: what `pose3d report` does. `paths` are documents of this
 *  library or other files of joints over time, `count` at least 1. Besides those of p3_exercise_file the options are:
 *
 *    video                  the video or image that the only recording was made from; of several cameras a list. Without
 *                           it those beside the document, by the names that it states
 *    no_video               true leaves them out: a small page
 *    blur_faces             true makes measured people's faces unrecognisable
 *    title, subject, date   the page's heading
 *    note                   a sentence below it, or a list of them
 *
 *  `progress` may be NULL; it is called with the number of frames of videos that are done, and anything but 0 ends the
 *  call with P3_DATA and "ended". The result has the text P3_PAGE only. */
p3_status p3_report_files(
    const char *const *paths, int32_t count, const char *options, p3_progress progress, void *context,
    p3_result **result);

/** Compares two sessions, of repetitions or of walking, or the two sides of one if `after` is NULL: what
 *  `pose3d compare` does. All else is as in p3_gait_file; two sessions without a common measure are "motionMissing". */
p3_status p3_compare_files(
    const char *before, const char *after, const char *options, p3_result **result);

/** Compares several sessions with the first: what `pose3d compare` does with three files or more. `paths` are in the
 *  order of time, `count` is at least 3; fewer are P3_USAGE and "tooFewSessions". All else is as in p3_compare_files;
 *  a later session without a measure of the first is "motionMissing". */
p3_status p3_compare_series(
    const char *const *paths, int32_t count, const char *options, p3_result **result);

/** Frees a result. NULL is allowed. */
void p3_result_free(p3_result *result);

/* MARK: Results */

/** How a result is written. */
typedef int32_t p3_format;
enum {
  /** pose3d.skeleton/1; of p3_angles_file pose3d.angles/1, of the functions about sessions pose3d.gait/1,
   *  pose3d.functionalTest/1, pose3d.ergonomics/1, pose3d.exercise/1, pose3d.comparison/1 and pose3d.series/1. */
  P3_JSON = 0,
  /** The former of a video as a line for each frame. */
  P3_JSON_LINES = 1,
  /** A line for each row. */
  P3_CSV = 2,
  /** A page for a browser, of the functions about sessions. */
  P3_PAGE = 3
};

/** The result's document; NULL for a format that it doesn't have: P3_JSON_LINES of anything but a video, anything but P3_PAGE of a report. `length`, where it isn't NULL, is
 *  given the number of bytes before the zero. Valid until p3_result_free. */
const char *p3_result_text(const p3_result *result, p3_format format, size_t *length);

/** What should be known before the numbers are trusted, a sentence each; NULL past the last one. Valid
 *  until p3_result_free. */
const char *p3_result_warning(const p3_result *result, size_t index);

/** The number of rows: a row is a person in a frame, in the order of frames. An image is one frame. */
size_t p3_result_rows(const p3_result *result);

/** What there is a number of for every row. A number that there isn't is NaN. */
typedef int32_t p3_quantity;
enum {
  /** 1: the frame's number. */
  P3_FRAME = 0,
  /** 1: seconds. */
  P3_TIME = 1,
  /** 1: the person's number. */
  P3_PERSON = 2,
  /** 17 × 3: the joints in the camera's frame: x right, y down, z forward; of p3_angles_file in the
   *  file's axes. */
  P3_JOINTS = 3,
  /** 17 × 3: the joints in the body's frame: x to the person's left, y up, z forward, from the root. */
  P3_BODY_JOINTS = 4,
  /** 17: one standard deviation of the joints, metres. */
  P3_SIGMAS = 5,
  /** 17: confidence in the joints, 0 to 1. */
  P3_CONFIDENCES = 6,
  /** 17: where the joints are from: 3 triangulated by several cameras, 2 seen in the depth map, 1 lifted from
   *  the image, 0 inferred. NaN for files of other programs. */
  P3_SOURCES = 7,
  /** 17 × 2: the joints in the image, pixels, the centre of the top left one at (0, 0). */
  P3_POINTS = 8,
  /** p3_result_angles: angles in degrees, with all decimals; documents round them. */
  P3_ANGLES = 9,
  /** p3_result_angles: one standard deviation of each. */
  P3_ANGLE_SIGMAS = 10,
  /** 1: the body's height in metres. */
  P3_HEIGHT = 11,
  /** 1: one standard deviation of it. */
  P3_HEIGHT_SIGMA = 12
};

/** Writes a quantity of all rows, one row after another, into the caller's memory of `capacity` numbers;
 *  P3_USAGE when they are fewer than rows times numbers a row. */
p3_status p3_result_numbers(
    const p3_result *result, p3_quantity quantity, double *numbers, size_t capacity);

/** The number of angles, and their names in the order of P3_ANGLES; NULL past the last one. Valid until
 *  p3_result_free. */
size_t p3_result_angles(const p3_result *result);
const char *p3_result_angle(const p3_result *result, size_t index);

/** The name of a joint, 0 to 16, "root"; NULL past the last one. Valid for ever. */
const char *p3_joint_name(size_t index);

/** The image with the skeletons drawn on it, the bytes of a PNG file, to be given to p3_free. P3_USAGE
 *  for a result of anything but an image. */
p3_status p3_result_overlay(const p3_result *result, uint8_t **bytes, size_t *count);

/** Frees bytes that the library gave. NULL is allowed. */
void p3_free(void *bytes);

#ifdef __cplusplus
}
#endif

#endif

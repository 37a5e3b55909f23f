/* Prints the joints and the height of the people in a picture file:  analyze PICTURE [OPTIONS]
 *
 *     cc analyze.c -I ../../Sources/CPose3D/include -L ../../.build/release -lpose3d_c -o analyze
 *     LD_LIBRARY_PATH=../../.build/release POSE3D_HOME=../../.deps ./analyze photo.jpg '{"height": 1.72}'
 */
#include <pose3d.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(p3_status status) {
  fprintf(stderr, "%s\n", p3_last_error());
  return status;
}

int main(int count, char **arguments) {
  p3_estimator *estimator;
  p3_result *result;
  p3_status status = p3_estimator_open("{\"people\": 16}", &estimator);
  if (count < 2) return P3_USAGE;
  if (status) return failed(status);
  status = p3_analyze_file(estimator, arguments[1], count > 2 ? arguments[2] : NULL, &result);
  if (status) return failed(status);
  size_t rows = p3_result_rows(result), size = rows * 17 * 3;
  double *joints = malloc(size * sizeof *joints), *heights = malloc(rows * sizeof *heights);
  p3_result_numbers(result, P3_JOINTS, joints, size);
  p3_result_numbers(result, P3_HEIGHT, heights, rows);
  for (size_t row = 0; row < rows; row++) {
    printf("person %zu, %.2f m\n", row, heights[row]);
    for (size_t joint = 0; joint < 17; joint++) {
      const double *at = joints + 3 * (17 * row + joint);
      printf("%-14s %7.3f %7.3f %7.3f\n", p3_joint_name(joint), at[0], at[1], at[2]);
    }
  }
  free(joints), free(heights);
  p3_result_free(result);
  p3_estimator_close(estimator);
  return P3_OK;
}

#ifndef POSE3D_PAGES_H
#define POSE3D_PAGES_H

// The text of the pages' files, compiled in: SwiftPM's resource bundles are looked up by path at run
// time, and arrays that it writes in Swift take twenty seconds to compile. Each ends with a zero.

/// The style and the script of reports: the files of `Sources/PoseReport/Page`.
const char *pose3d_report_css(void);
const char *pose3d_report_data_js(void);
const char *pose3d_report_cursor_js(void);
const char *pose3d_report_figures_js(void);
const char *pose3d_report_curves_js(void);
const char *pose3d_report_tables_js(void);
const char *pose3d_report_summary_js(void);
const char *pose3d_report_print_js(void);
const char *pose3d_report_page_js(void);

/// The page of `pose3d live`: the files of `Sources/PoseLive/Page`.
const char *pose3d_live_html(void);
const char *pose3d_live_css(void);
const char *pose3d_live_js(void);
const char *pose3d_live_link_js(void);
const char *pose3d_live_camera_js(void);
const char *pose3d_live_drawing_js(void);
const char *pose3d_live_speed_js(void);

#endif

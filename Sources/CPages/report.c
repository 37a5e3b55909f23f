#include "pages.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char report_css[] = {
#embed "../PoseReport/Page/report.css" suffix(, 0)
};
static const char data_js[] = {
#embed "../PoseReport/Page/data.js" suffix(, 0)
};
static const char cursor_js[] = {
#embed "../PoseReport/Page/cursor.js" suffix(, 0)
};
static const char figures_js[] = {
#embed "../PoseReport/Page/figures.js" suffix(, 0)
};
static const char curves_js[] = {
#embed "../PoseReport/Page/curves.js" suffix(, 0)
};
static const char tables_js[] = {
#embed "../PoseReport/Page/tables.js" suffix(, 0)
};
static const char summary_js[] = {
#embed "../PoseReport/Page/summary.js" suffix(, 0)
};
static const char print_js[] = {
#embed "../PoseReport/Page/print.js" suffix(, 0)
};
static const char page_js[] = {
#embed "../PoseReport/Page/page.js" suffix(, 0)
};
#pragma clang diagnostic pop

const char *pose3d_report_css(void) { return report_css; }
const char *pose3d_report_data_js(void) { return data_js; }
const char *pose3d_report_cursor_js(void) { return cursor_js; }
const char *pose3d_report_figures_js(void) { return figures_js; }
const char *pose3d_report_curves_js(void) { return curves_js; }
const char *pose3d_report_tables_js(void) { return tables_js; }
const char *pose3d_report_summary_js(void) { return summary_js; }
const char *pose3d_report_print_js(void) { return print_js; }
const char *pose3d_report_page_js(void) { return page_js; }

#include "pages.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char live_html[] = {
#embed "../PoseLive/Page/live.html" suffix(, 0)
};
static const char live_css[] = {
#embed "../PoseLive/Page/live.css" suffix(, 0)
};
static const char live_js[] = {
#embed "../PoseLive/Page/live.js" suffix(, 0)
};
static const char link_js[] = {
#embed "../PoseLive/Page/link.js" suffix(, 0)
};
static const char camera_js[] = {
#embed "../PoseLive/Page/camera.js" suffix(, 0)
};
static const char drawing_js[] = {
#embed "../PoseLive/Page/drawing.js" suffix(, 0)
};
static const char speed_js[] = {
#embed "../PoseLive/Page/speed.js" suffix(, 0)
};
#pragma clang diagnostic pop

const char *pose3d_live_html(void) { return live_html; }
const char *pose3d_live_css(void) { return live_css; }
const char *pose3d_live_js(void) { return live_js; }
const char *pose3d_live_link_js(void) { return link_js; }
const char *pose3d_live_camera_js(void) { return camera_js; }
const char *pose3d_live_drawing_js(void) { return drawing_js; }
const char *pose3d_live_speed_js(void) { return speed_js; }

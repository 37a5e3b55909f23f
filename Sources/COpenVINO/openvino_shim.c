#include "openvino_shim.h"

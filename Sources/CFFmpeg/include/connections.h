// What the system counts in the connections that FFmpeg opens, whose descriptors it doesn't show.
#pragma once
#include <stdint.h>

/// Bytes that have come through the TCP connections of this process to a port; -1 where the system doesn't count
/// them.
int64_t pose3d_bytes_from_port(int port);

// Nothing: FFmpeg's headers are included by CFFmpeg. This module only has their paths, and links
// none of its libraries.

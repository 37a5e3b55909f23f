// Nothing: FFmpeg's headers are included by CFFmpeg. This module only says where they are, and links
// none of its libraries.

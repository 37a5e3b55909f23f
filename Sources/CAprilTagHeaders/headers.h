// Nothing: AprilTag's headers are included by CAprilTag. This module only has their path, and doesn't
// link the library.

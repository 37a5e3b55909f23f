// The C library of the system, for numbers and files: one import where the module's name differs between systems.
#if canImport(Darwin)
@_exported public import Darwin
#else
@_exported public import Glibc
#endif

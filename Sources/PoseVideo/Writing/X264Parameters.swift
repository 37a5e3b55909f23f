internal import CFFmpeg

/// The parameters of x264 that depend on the processor.
enum X264Parameters {
  /// x264's own parameters on a processor with these flags of FFmpeg's; `nil` without any.
  ///
  /// x264's code for AVX-512 reads memory that was never written, so the same frames give other bytes from
  /// run to run. That for AVX2 doesn't, and gives what every other processor gives. The parameter forces
  /// AVX2, so a processor without it must not get it.
  static func text(cpuFlags: Int32) -> String? {
    #if arch(x86_64)
    let needed = AV_CPU_FLAG_AVX512 | AV_CPU_FLAG_AVX2
    return cpuFlags & needed == needed ? "asm=avx2" : nil
    #else
    return nil
    #endif
  }
}

import PoseAnalysis
import PoseFiles

extension MotionInput {
  /// Reads the file or folder that was named, and shows how far it is where keypoints are lifted.
  ///
  /// Throws for what can't be read, and for options about 2D keypoints where the joints are in space.
  static func read(
    _ input: String, _ options: Options, lifting: LiftingArguments
  ) throws -> MotionInput {
    var bar: ProgressBar?
    defer { bar?.erase() }
    let read = try MotionInput(contentsOf: input.readablePath, options: options) { done, total in
      if bar == nil { bar = ProgressBar(total: total, on: .standardError) }
      bar?.show(done)
    }
    if read.source.kind == .skeletons, let option = lifting.first {
      throw Failure(
        code: .usage,
        message: "\(input): has joints in space, and \(option) is about 2D keypoints: leave it out")
    }
    return read
  }
}

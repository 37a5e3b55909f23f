import PoseAnalysis
import ArgumentParser
import PoseDetection
import PoseDocuments
import Foundation
import Pose3D

/// The body model: `full`, `heavy`, or a user's file.
struct ModelArgument: ExpressibleByArgument, CustomStringConvertible {
  let model: BodyModel

  init(argument: String) {
    switch argument {
    case "full": model = .full
    case "heavy": model = .heavy
    default: model = .file(argument)
    }
  }

  var description: String {
    switch model {
    case .full: "full"
    case .heavy: "heavy"
    case .file(let path): path
    }
  }

  /// The model; throws when its file can't be read, and when it isn't one that a layout belongs to.
  func checked(layout: KeypointLayout? = nil) throws(Failure) -> BodyModel {
    guard case .file(let path) = model, access(path.fileSystemBytes, R_OK) != 0 else {
      guard layout == nil || model.isONNX else {
        throw Failure(
          code: .usage,
          message:
            "--keypoint-layout: the model \(self) has points of its own; leave it out, or give "
            + "an ONNX model with --model")
      }
      return model
    }
    throw Failure(
      code: .noInput,
      message: "\(path): there is no such model: --model is full, heavy or the file of one")
  }
}

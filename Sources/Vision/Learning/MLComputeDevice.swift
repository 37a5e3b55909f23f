/// A device that computes a network (Core ML): here always the processor.
public enum MLComputeDevice: Sendable, Hashable, CustomStringConvertible {
  /// The processor.
  case cpu(MLCPUComputeDevice)
  /// A graphics processor; there is none here.
  case gpu(MLGPUComputeDevice)
  /// A processor for networks; there is none here.
  case neuralEngine(MLNeuralEngineComputeDevice)

  /// The processor alone.
  public static var allComputeDevices: [MLComputeDevice] { [.cpu(MLCPUComputeDevice())] }

  /// The kind of device.
  public var description: String {
    switch self {
    case .cpu: "MLCPUComputeDevice"
    case .gpu: "MLGPUComputeDevice"
    case .neuralEngine: "MLNeuralEngineComputeDevice"
    }
  }
}

/// The processor.
public struct MLCPUComputeDevice: Sendable, Hashable {
  init() {}
}

/// A graphics processor.
public struct MLGPUComputeDevice: Sendable, Hashable {
  init() {}
}

/// A processor for networks.
public struct MLNeuralEngineComputeDevice: Sendable, Hashable {
  init() {}
}

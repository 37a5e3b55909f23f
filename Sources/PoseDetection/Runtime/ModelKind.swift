/// The models of MediaPipe that are taken for each other, told apart by how many numbers go in and
/// come out.
enum ModelKind: CaseIterable {
  case personDetector, bodyLandmarks, palmDetector, handLandmarks

  /// The kind of a model; `nil` for any other one.
  init?(_ model: TensorFlowLiteModel) {
    guard model.inputs.count == 1 else { return nil }
    let (input, outputs) = (model.inputs[0].count, model.outputs.map(\.count))
    let kind = Self.allCases.first { kind in
      input == kind.shape.input && Self.areSame(outputs, kind.shape.outputs)
    }
    guard let kind else { return nil }
    self = kind
  }

  /// The model's name for people.
  var name: String {
    switch self {
    case .personDetector: "BlazePose's person detector"
    case .bodyLandmarks: "BlazePose's landmark model"
    case .palmDetector: "MediaPipe's palm detector"
    case .handLandmarks: "MediaPipe's hand landmark model"
    }
  }

  private var shape: InferenceModel.Shape {
    switch self {
    case .personDetector: DetectorAnchors.people.shape
    case .bodyLandmarks: LandmarkModel.shape
    case .palmDetector: DetectorAnchors.palms.shape
    case .handLandmarks: HandLandmarkModel.shape
    }
  }

  /// Whether they are the same numbers in any order.
  private static func areSame(_ found: [Int?], _ expected: [Int]) -> Bool {
    found.compactMap { $0 }.sorted() == expected.sorted() && found.count == expected.count
  }
}

internal import Documents

/// One picture's part of a keypoint file, found but not read yet.
struct KeypointEntry {
  /// Values of a document, which need not be in memory one by one.
  typealias Nodes = AnyRandomAccessCollection<DocumentNode>

  /// What stands there, by layout.
  enum Content {
    /// A picture of `pose3d.keypoints/1`.
    case named(DocumentNode)
    /// Vision's observations, and the object that may have hands beside them.
    case vision(Nodes, picture: DocumentNode)
    /// People of OpenPose, or AlphaPose's of the same shape.
    case openPose(Nodes)
    /// COCO results, or annotations of a data set.
    case coco([DocumentNode], isDataSet: Bool)
    /// A result of MediaPipe.
    case mediaPipe(DocumentNode)

    /// Whether places are fractions of the picture's size.
    var isNormalized: Bool {
      switch self {
      case .vision, .mediaPipe: true
      case .named, .openPose, .coco: false
      }
    }
  }

  /// The file that it is in.
  var path: String
  var content: Content
  /// The number that the file gives the picture.
  var number: Int?
  /// The name that the file gives the picture.
  var name: String?
  /// The picture's size, where the file says it.
  var size: (width: Int, height: Int)?
}

extension [KeypointEntry] {
  /// The number of every picture: what the file says, else the number in its name, else its
  /// position; each only where it tells all pictures apart.
  var numbers: [Int] {
    for numbers in [map(\.number), map { $0.name.flatMap { PictureName($0).number } }] {
      let known = numbers.compactMap { $0 }
      if known.count == count && Set(known).count == count { return known }
    }
    return Array<Int>(indices)
  }
}

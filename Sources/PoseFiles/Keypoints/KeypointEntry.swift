internal import Pose3D
internal import PoseDocuments

/// One picture's part of a keypoint file, found but not read yet.
struct KeypointEntry {
  /// Values of a document, which need not be in memory one by one.
  typealias Nodes = AnyRandomAccessCollection<DocumentNode>

  /// The content, by layout.
  enum Content {
    /// A picture of `pose3d.keypoints/1`.
    case named(DocumentNode)
    /// Vision's observations, and the object that may have hands beside them.
    case vision(Nodes, picture: DocumentNode)
    /// People of OpenPose, or AlphaPose's of the same shape.
    case openPose(Nodes)
    /// COCO results, or annotations of a data set; the layout is the one that the data set's category names.
    case coco([DocumentNode], isDataSet: Bool, layout: KeypointLayout? = nil)
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
  /// The image's size, if the file has it.
  var size: (width: Int, height: Int)?
}

extension [KeypointEntry] {
  /// The position of the image of a name: of the same name, else of the same number if the names
  /// are nothing else (COCO results have 139 for 000000000139.jpg); `nil` unless it is exactly one.
  func position(ofPicture path: String) -> Int? {
    let picture = PictureName(path)
    let names = map { $0.name.map(PictureName.init) }
    let alike = names.indices.filter { names[$0]?.stem == picture.stem }
    if alike.count > 1 {
      let file = path.split(separator: "/").last
      let same = alike.filter { self[$0].name?.split(separator: "/").last == file }
      return same.count == 1 ? same[0] : nil
    }
    if let only = alike.first { return only }
    guard let number = picture.wholeNumber else { return nil }
    let numbered = names.indices.filter { names[$0]?.wholeNumber == number }
    return numbered.count == 1 ? numbered[0] : nil
  }

  /// The number of every image: the file's, else the number in its name, else its position; each
  /// only if it tells all images apart.
  var numbers: [Int] {
    for numbers in [map(\.number), map { $0.name.flatMap { PictureName($0).number } }] {
      let known = numbers.compactMap { $0 }
      if known.count == count && Set(known).count == count { return known }
    }
    return Array<Int>(indices)
  }
}

internal import PoseDocuments
internal import PoseImaging

/// Dynamic Depth 1.0, Android's depth photos: a JPEG, further files behind it, and XMP that lists
/// them (developer.android.com/training/camera2/Dynamic-depth-v1.0.pdf).
struct DynamicDepth {
  private static let depthMap = "http://ns.google.com/photos/dd/1.0/depthmap/"
  private static let camera = "http://ns.google.com/photos/dd/1.0/camera/"
  private static let imagingModel = "http://ns.google.com/photos/dd/1.0/imagingmodel/"
  /// The specification's own names of the container, and those that Google's cameras write.
  private static let containers = [
    (
      container: "http://ns.google.com/photos/dd/1.0/container/",
      item: "http://ns.google.com/photos/dd/1.0/item/"
    ),
    (
      container: "http://ns.google.com/photos/1.0/container/",
      item: "http://ns.google.com/photos/1.0/container/item/"
    ),
  ]

  /// A file behind the JPEG.
  private struct Item {
    let name: String?
    let semantic: String?
    /// Its start behind the end of the JPEG, and its length.
    let offset: Int
    let length: Int
  }

  private let file: InputFile
  private let items: [Item]
  /// The total length of the files behind the JPEG.
  private let total: Int

  /// The depth map behind a JPEG; `nil` when its XMP announces none. Throws `damaged` when what is
  /// announced isn't there.
  static func depth(_ xmp: XMLTree, in file: InputFile) throws(FileError) -> StoredDepth? {
    let cameras = xmp.all(Self.camera, "DepthMap").filter { map in
      let semantic = map.text(depthMap, "ItemSemantic")?.lowercased()
      return semantic == nil || semantic == "depth"
    }
    guard let map = cameras.first else { return nil }
    guard let description = GoogleDepth(map, namespace: depthMap) else {
      throw file.error(
        .unsuitable,
        "the depth map in this JPEG doesn't say which distances its numbers stand for "
          + "(DepthMap:Near and Far, more than 0)")
    }
    let container = DynamicDepth(xmp, in: file)
    guard let bytes = container.content(named: map.text(depthMap, "DepthURI"), semantic: "depth")
    else {
      throw file.error(
        .damaged,
        "the JPEG's XMP announces a depth map (Dynamic Depth), and its data is missing or damaged: "
          + "an editor may have dropped it; take the phone's original file")
    }
    var confidence: GreyRaster?
    if let name = map.text(depthMap, "ConfidenceURI"),
      let bytes = container.content(named: name, semantic: nil)
    {
      confidence = try GreyRaster(file.part(bytes))
    }
    return description.depth(
      try GreyRaster(file.part(bytes)), confidence: confidence, camera: calibration(xmp), in: file)
  }

  private init(_ xmp: XMLTree, in file: InputFile) {
    self.file = file
    var items: [Item] = []
    var offset = 0
    let names = Self.containers.first { xmp.first($0.container, "Directory") != nil }
    if let names, let directory = xmp.first(names.container, "Directory") {
      for (index, item) in directory.all(names.container, "Item").enumerated() {
        let length = Self.count(item.number(names.item, "Length"))
        // The first one is the JPEG itself, of which only padding behind it counts.
        if index == 0 {
          offset = Self.count(item.number(names.item, "Padding"))
          continue
        }
        items.append(
          Item(
            name: item.text(names.item, "DataURI"),
            semantic: item.text(names.item, "Semantic")?.lowercased(), offset: offset,
            length: length))
        offset += length
      }
    }
    self.items = items
    total = offset
  }

  /// The bytes of the file with this name, or else with this meaning; `nil` when there is none, or
  /// no picture where it should be. Files are counted from the end of the JPEG, or else from the end
  /// of everything: writers differ in what they put between.
  private func content(named name: String?, semantic: String?) -> [UInt8]? {
    let item =
      items.first { name != nil && $0.name == name }
      ?? items.first { semantic != nil && $0.semantic == semantic }
    guard let item, item.length > 0 else { return nil }
    let ends = [
      JPEGSegments.end(ofImageAt: 0, in: file.bytes), file.bytes.count - total,
    ]
    for case let end? in ends where end >= 0 {
      let start = end + item.offset
      guard start <= file.bytes.count, item.length <= file.bytes.count - start else { continue }
      let content = Array(file.bytes[start..<(start + item.length)])
      let format = FileFormat(content)
      if format == .jpeg || format == .png { return content }
    }
    return nil
  }

  /// The colour camera ("Imaging Model"): focal lengths in pixels of the stated size, the principal
  /// point as a share of it; `nil` when it is missing or makes no sense.
  private static func calibration(_ xmp: XMLTree) -> Camera? {
    guard let model = xmp.first(camera, "ImagingModel"),
      let fx = model.number(imagingModel, "FocalLengthX"),
      let fy = model.number(imagingModel, "FocalLengthY"),
      let width = model.number(imagingModel, "ImageWidth"),
      let height = model.number(imagingModel, "ImageHeight"),
      let columns = width.nearestInteger(in: 1...1_000_000),
      let rows = height.nearestInteger(in: 1...1_000_000)
    else { return nil }
    let (x, y) = (
      model.number(imagingModel, "PrincipalPointX") ?? 0.5,
      model.number(imagingModel, "PrincipalPointY") ?? 0.5
    )
    let longer = max(width, height)
    let sensible = (longer / 20)...(longer * 100)
    guard sensible.contains(fx), sensible.contains(fy), abs(x) <= 20, abs(y) <= 20 else {
      return nil
    }
    // Shares run from edge to edge of the picture, half a pixel beyond the outermost centres.
    return Camera(
      width: columns, height: rows, fx: fx, fy: fy, cx: x * width - 0.5,
      cy: y * height - 0.5, source: .calibration)
  }

  /// A length from XMP: not negative, and small enough to add up.
  private static func count(_ number: Double?) -> Int {
    number?.nearestInteger(in: 0...FileBytes.limit) ?? 0
  }
}

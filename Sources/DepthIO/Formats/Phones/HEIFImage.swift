internal import CHEIF
internal import PoseDocuments
internal import PoseImaging

/// libheif's handle of a picture in a file.
struct HEIFImage: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { heif_image_handle_release(handle) }

  /// Size in pixels of the raster, before it is cropped or turned.
  var storedSize: (width: Int, height: Int) {
    (
      max(1, Int(heif_image_handle_get_ispe_width(handle))),
      max(1, Int(heif_image_handle_get_ispe_height(handle)))
    )
  }

  /// The pictures that belong to this one: alpha, depth, mattes, gain maps.
  func auxiliaryItems() -> [heif_item_id] {
    let count = heif_image_handle_get_number_of_auxiliary_images(handle, 0)
    guard count > 0 else { return [] }
    var items = [heif_item_id](repeating: 0, count: Int(count))
    let written = heif_image_handle_get_list_of_auxiliary_image_IDs(handle, 0, &items, count)
    return Array(items.prefix(Int(written)))
  }

  func auxiliaryImage(
    _ item: heif_item_id, in file: InputFile
  ) throws(FileError) -> HEIFImage {
    var image: OpaquePointer?
    try HEIFContainer.check(
      heif_image_handle_get_auxiliary_image_handle(handle, item, &image), file)
    guard let image else { throw HEIFContainer.damaged(file, "an auxiliary image is missing") }
    return HEIFImage(image)
  }

  /// Whether the file calls one of the auxiliary pictures depth.
  func isDepth(_ item: heif_item_id) -> Bool {
    var depth: heif_item_id = 0
    return heif_image_handle_get_list_of_depth_image_IDs(handle, &depth, 1) == 1 && depth == item
  }

  /// The range in the depth picture's `depth_representation_info` (ITU-T H.265, F.14.3.3); `nil` when
  /// it has none or one that isn't evenly spread.
  ///
  /// Inverse depth runs from 1/z_far at 0 to 1/z_near, disparity from d_min to d_max, depth from
  /// z_near at 0 to z_far.
  func depthRange(of item: heif_item_id) -> AuxiliaryRange? {
    var pointer: UnsafePointer<heif_depth_representation_info>?
    // libheif 1.15 follows a null pointer where there is no depth picture.
    guard isDepth(item),
      heif_image_handle_get_depth_image_representation_info(handle, item, &pointer) != 0,
      let pointer
    else { return nil }
    defer { heif_depth_representation_info_free(pointer) }
    let info = pointer.pointee
    let hasDepths = info.has_z_near != 0 && info.has_z_far != 0 && info.z_near > 0 && info.z_far > 0
    let hasDisparities = info.has_d_min != 0 && info.has_d_max != 0
    switch info.depth_representation_type {
    case heif_depth_representation_type_uniform_inverse_Z where hasDepths:
      return AuxiliaryRange(quantity: .disparity, low: 1 / info.z_far, high: 1 / info.z_near)
    case heif_depth_representation_type_uniform_disparity where hasDisparities:
      return AuxiliaryRange(quantity: .disparity, low: info.d_min, high: info.d_max)
    case heif_depth_representation_type_uniform_Z where hasDepths:
      return AuxiliaryRange(quantity: .distance, low: info.z_near, high: info.z_far)
    default: return nil
    }
  }

  /// The EXIF tags, without the orientation; none when the picture has none.
  func exif() -> ExifTags {
    ExifTags(heicItem: metadata("Exif", contentType: nil) ?? [])
  }

  /// The XMP; `nil` when the picture has none that can be read.
  func xmp() -> XMLTree? {
    metadata("mime", contentType: "application/rdf+xml").flatMap(XMLTree.init(xmp:))
  }

  private func metadata(_ type: String, contentType: String?) -> [UInt8]? {
    var blocks = [heif_item_id](repeating: 0, count: 16)
    let count = heif_image_handle_get_list_of_metadata_block_IDs(handle, type, &blocks, 16)
    for block in blocks.prefix(Int(count)) {
      if let contentType {
        let found = heif_image_handle_get_metadata_content_type(handle, block)
        guard found.map({ String(cString: $0) }) == contentType else { continue }
      }
      // libheif has the block in memory: the size is that of real bytes.
      var bytes = [UInt8](
        repeating: 0, count: heif_image_handle_get_metadata_size(handle, block))
      if heif_image_handle_get_metadata(handle, block, &bytes).code == heif_error_Ok {
        return bytes
      }
    }
    return nil
  }

  /// Decodes the raster, neither cropped nor turned. libde265 writes some of what it finds wrong in a
  /// damaged stream to standard error ("SPS error: CB alignment"), and nothing keeps it from that.
  func decode(
    _ colorSpace: heif_colorspace, _ chroma: heif_chroma, in file: InputFile
  ) throws(FileError) -> HEIFRaster {
    let (width, height) = storedSize
    try file.checkSize(width: width, height: height)
    guard let options = heif_decoding_options_alloc() else {
      throw file.error(.damaged, "there is no memory left to read the HEIC")
    }
    defer { heif_decoding_options_free(options) }
    options.pointee.ignore_transformations = 1
    options.pointee.convert_hdr_to_8bit = colorSpace == heif_colorspace_RGB ? 1 : 0
    var image: OpaquePointer?
    try HEIFContainer.check(
      heif_decode_image(handle, &image, colorSpace, chroma, options), file)
    guard let image else { throw HEIFContainer.damaged(file, "an image is missing") }
    return HEIFRaster(image)
  }
}

/// libheif's decoded picture.
struct HEIFRaster: ~Copyable {
  private let image: OpaquePointer

  init(_ image: OpaquePointer) { self.image = image }

  deinit { heif_image_release(image) }

  /// The samples of a plane, `channels` in turn, row by row, of which the transform's crop is left;
  /// and how many bits they have.
  ///
  /// Throws `unsuitable` when the picture has no such plane or its samples don't fit.
  func samples<Sample: FixedWidthInteger>(
    of channel: heif_channel, channels: Int, _ transform: HEIFTransform, in file: InputFile
  ) throws(FileError) -> (width: Int, height: Int, samples: [Sample], bits: Int) {
    let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
    var stride: Int32 = 0
    guard heif_image_has_channel(image, channel) != 0, (1...Sample.bitWidth).contains(bits),
      let plane = heif_image_get_plane_readonly(image, channel, &stride)
    else {
      throw file.error(
        .unsuitable, "an image in this HEIC has other channels than were expected")
    }
    let width = Int(heif_image_get_width(image, channel))
    let height = Int(heif_image_get_height(image, channel))
    guard width > 0, height > 0 else { throw HEIFContainer.damaged(file, "an image without size") }
    let (columns, rows) = transform.window(width: width, height: height)
    let range = (channels * columns.lowerBound)..<(channels * columns.upperBound)
    var samples: [Sample] = []
    samples.reserveCapacity(range.count * rows.count)
    for row in rows {
      let start = UnsafeRawPointer(plane + row * Int(stride))
      // More than 8 bits take two bytes, in the machine's order.
      if bits <= 8 {
        let line = start.assumingMemoryBound(to: UInt8.self)
        samples.append(contentsOf: range.lazy.map { Sample(truncatingIfNeeded: line[$0]) })
      } else {
        let line = start.assumingMemoryBound(to: UInt16.self)
        samples.append(contentsOf: range.lazy.map { Sample(truncatingIfNeeded: line[$0]) })
      }
    }
    return (columns.count, rows.count, samples, bits)
  }
}

/// A HEIF file's steps from an item's raster to its image: crop, then turn and mirror (ISO/IEC
/// 23008-12, 6.5: `clap`, `irot`, `imir`).
///
/// libheif applies them itself without reporting them (before 1.16 it has no call for it), and a
/// depth map has to be turned as its colour image is. So they are read here, and libheif is set to
/// ignore them. Written for hostile bytes: what doesn't fit is treated as missing.
struct HEIFTransform: Equatable {
  var orientation = ImageOrientation.up
  /// The part of the raster that counts; `nil` for all of it.
  private(set) var crop: Crop?

  /// A clean aperture (ISO/IEC 14496-12, 12.1.4): its size and how far its middle is from the
  /// raster's.
  struct Crop: Equatable {
    var width: Double
    var height: Double
    var x: Double
    var y: Double
  }

  /// The transform of an item.
  init(item: Int, in bytes: [UInt8]) {
    let file = HEIFBoxes(bytes)
    guard let meta = file.first("meta", in: 0..<bytes.count),
      // The box has a version and flags before its own boxes, as `ipma` has.
      let properties = file.first("iprp", in: meta.dropFirst(4)),
      let container = file.first("ipco", in: properties)
    else { return }
    let boxes = file.boxes(in: container)
    for index in file.properties(ofItem: item, in: properties)
    where boxes.indices.contains(index - 1) {
      apply(boxes[index - 1].type, bytes[boxes[index - 1].content])
    }
  }

  /// Applies a property after those before it.
  private mutating func apply(_ type: String, _ content: ArraySlice<UInt8>) {
    switch type {
    case "irot":
      // Quarter turns against the clock.
      let turns: [ImageOrientation] = [.up, .left, .down, .right]
      orientation = orientation.followed(by: turns[Int((content.first ?? 0) & 3)])
    case "imir":
      // 0 swaps top and bottom, 1 left and right.
      let isVertical = (content.first ?? 0) & 1 == 0
      orientation = orientation.followed(by: isVertical ? .downMirrored : .upMirrored)
    case "clap":
      let fields = Array(content)
      let numbers = stride(from: 0, to: 32, by: 4).map { position in
        fields.bigEndian(at: position, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) } ?? 0
      }
      let ratios = stride(from: 0, to: 8, by: 2).map { numbers[$0] / numbers[$0 + 1] }
      guard ratios.allSatisfy(\.isFinite) else { return }
      crop = Crop(width: ratios[0], height: ratios[1], x: ratios[2], y: ratios[3])
    default: break
    }
  }

  /// The columns and rows of a raster that count: those of the crop, or all of them when there is
  /// none or it isn't in the raster.
  func window(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let whole = (columns: 0..<width, rows: 0..<height)
    guard let crop,
      let columns = Self.range(size: crop.width, offset: crop.x, of: width),
      let rows = Self.range(size: crop.height, offset: crop.y, of: height)
    else { return whole }
    return (columns, rows)
  }

  /// The size of a raster of this size after the crop.
  func size(of raster: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let window = window(width: raster.width, height: raster.height)
    return (window.columns.count, window.rows.count)
  }

  private static func range(size: Double, offset: Double, of side: Int) -> Range<Int>? {
    let start = (offset + Double(side - 1) / 2 - (size - 1) / 2).rounded()
    let count = size.rounded()
    guard count >= 1, start >= 0, start + count <= Double(side) else { return nil }
    return Int(start)..<Int(start + count)
  }
}

extension ImageOrientation {
  /// The orientation of a raster that is turned by this one and then by the other.
  func followed(by next: ImageOrientation) -> ImageOrientation {
    let (x, y) = (SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0))
    let goal = (next.upright(upright(x)), next.upright(upright(y)))
    return Self.allCases.first { ($0.upright(x), $0.upright(y)) == goal } ?? .up
  }
}

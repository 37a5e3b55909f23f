internal import CHEIF
internal import PoseDocuments

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
    guard let image else { throw HEIFContainer.damaged(file, "an auxiliary picture is missing") }
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
    guard let image else { throw HEIFContainer.damaged(file, "a picture is missing") }
    return HEIFRaster(image)
  }
}

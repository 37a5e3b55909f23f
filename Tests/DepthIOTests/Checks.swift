import DepthIO
import PoseImaging
import Testing

/// Expects that a picture is what Pillow finds in its file.
func expect(
  _ file: ColorFile, is golden: Golden.Color, sourceLocation: SourceLocation = #_sourceLocation
) {
  let sizes = [
    file.image.width, file.image.height, file.storedWidth, file.storedHeight,
    file.orientation.rawValue,
  ]
  let expected = [
    golden.width, golden.height, golden.storedWidth, golden.storedHeight, golden.orientation,
  ]
  #expect(sizes == expected, sourceLocation: sourceLocation)
  #expect(file.focalLengthIn35mmFilm == golden.focal, sourceLocation: sourceLocation)
  #expect(file.image.pixels == golden.pixels, sourceLocation: sourceLocation)
}

/// Expects of bytes that may be damaged that what is read from them is whole, if anything is.
func expectWholeOrRefused(
  _ bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if let map = try? DepthFile(bytes: bytes, name: name, options: options).map,
    map.metres.count != map.width * map.height
  {
    Issue.record("\(map.metres.count) samples", sourceLocation: sourceLocation)
  }
  if let image = try? ColorFile(bytes: bytes, name: name, options: options).image,
    image.pixels.count != 3 * image.width * image.height
  {
    Issue.record("\(image.pixels.count) colors", sourceLocation: sourceLocation)
  }
}

internal import PoseDocuments

extension SkeletonReader {
  /// The people of this program's sequence as JSON Lines: a header, a line per frame, a summary.
  /// `nil` for a file that doesn't begin with such a header.
  ///
  /// Line by line, so that only one of them is in memory as a tree.
  func lineDraft(of bytes: [UInt8]) throws -> SkeletonDraft? {
    var lines = TextLines(bytes)
    guard options.layout == nil || options.layout == .pose3d,
      let first = lines.next(), let header = try? DocumentNode(parsing: Array(first.bytes)),
      header["schema"]?.string?.hasPrefix("pose3d.skeleton/") == true,
      header["people"] == nil, Self.sequence(of: header) == nil
    else { return nil }
    var next = lines.next()
    guard next != nil else { return nil }
    try checkHeader(header)
    var frames: [SkeletonDraft.Frame] = []
    var notes: [Diagnostic] = []
    var isEnded = false
    while let (number, line) = next {
      next = lines.next()
      guard !isEnded else {
        throw error(.invalidValue, "line \(number + 1) follows upon the summary, which is the last")
      }
      let node: DocumentNode
      do throws(DocumentNode.Problem) {
        node = try DocumentNode(parsing: Array(line), place: "line \(number + 1)")
      } catch {
        // What a run that was cut off leaves behind.
        guard next == nil, bytes.last != 0x0A else {
          throw self.error(
            .invalidValue, Self.problem(inLine: number, of: line)?.message ?? error.message)
        }
        notes.append("line \(number + 1) is cut off: the frames before it are read")
        return try draft(of: frames, header: header, notes: notes)
      }
      if node["summary"] != nil {
        isEnded = true
      } else {
        try checkAngles(of: node, in: header)
        frames.append(try pose3dFrame(node))
      }
    }
    // The lines of a live view, which nothing repairs, have no end of their own.
    let processing = header["processing"]
    let isLive =
      processing?["smoothing"]?["kind"]?.string == "oneEuro"
      && processing?["repairs"]?.bool == false
    if !isEnded && !isLive {
      notes.append("there is no summary at the end: the run that wrote the file did not get there")
    }
    return try draft(of: frames, header: header, notes: notes)
  }

  /// The problem with a line under the number that it has in the file.
  private static func problem(inLine number: Int, of line: ArraySlice<UInt8>) -> DocumentNode
    .Problem?
  {
    do throws(DocumentNode.Problem) {
      _ = try DocumentNode(parsing: Array(repeating: 0x0A, count: number) + line)
      return nil
    } catch { return error }
  }
}

internal import CPages
internal import Foundation
internal import PoseDocuments

/// A page for a browser that shows what was measured: the video or picture with the skeletons over it, the
/// same in space, the angles over time, repetitions, tables and what is uncertain. It is one file that
/// asks for nothing from anywhere; the same clips give the same bytes.
public struct PoseReport: Sendable {
  /// The program's version.
  public var version: String
  /// The clips of the report, at least one.
  public var clips: [ReportClip]

  /// Title, subject, date and notes.
  public var heading: ReportHeading

  /// A report of some clips.
  public init(version: String, clips: [ReportClip], heading: ReportHeading = .init()) {
    precondition(!clips.isEmpty, "a report of nothing")
    (self.version, self.clips, self.heading) = (version, clips, heading)
  }

  /// The content security policy: the page shows what is in it. Nothing is loaded.
  private static let policy =
    "default-src 'none'; img-src data: blob:; media-src blob:; script-src 'unsafe-inline'; "
    + "style-src 'unsafe-inline'"

  /// Writes the page.
  ///
  /// - Parameter write: takes the text piece by piece.
  public func writeHTML(to write: (String) throws -> Void) rethrows {
    let title = Self.escaped(heading.title ?? clips.map(\.name).joined(separator: ", "))
    try write(Self.head(title: title, version: version, policy: Self.policy))
    try write(
      """
      <body>
      <noscript><p>This report draws itself by JavaScript, which is off in this browser.</p></noscript>

      """)
    try write(heading.html)
    try write("<main id=\"report\"></main>\n")
    for (number, clip) in clips.enumerated() {
      for (view, media) in ([clip.media] + clip.otherMedia).enumerated() {
        guard let media else { continue }
        try write("<script type=\"text/plain\" id=\"media-\(number)-\(view)\">")
        // Lines of base64 that a piece of the file fills, so that a video isn't in memory as text, too.
        for start in stride(from: 0, to: media.bytes.count, by: Self.piece) {
          let end = min(start + Self.piece, media.bytes.count)
          try write(Data(media.bytes[start..<end]).base64EncodedString())
        }
        try write("</script>\n")
      }
      try write("<script type=\"application/json\" id=\"clip-\(number)\">")
      // No text of a user's can end the element: "<" is written as an escape.
      let json = ClipData(clip).value.compactText
      try write(json.replacing("<", with: "\\u003c"))
      try write("</script>\n")
    }
    try write("<script>\n(() => {\n\"use strict\";\n")
    for part in Self.script { try write("\n" + part) }
    try write("})();\n</script>\n</body>\n</html>\n")
  }

  /// A page without scripts: a heading and what stands below it.
  ///
  /// - Parameters:
  ///   - title: the page's, escaped.
  ///   - style: further rules.
  ///   - hasImages: whether there are images in the page itself.
  ///   - parts: HTML, below the heading.
  static func page(
    title: String, version: String, style: String, hasImages: Bool = false, _ parts: [String]
  ) -> String {
    head(
      title: title, version: version,
      policy: "default-src 'none'; style-src 'unsafe-inline'"
        + (hasImages ? "; img-src data:" : ""),
      style: style)
        + """
        <body>
        <main>
        <h1>\(title)</h1>
        \(parts.joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
  }

  /// The head of a page with the style that all pages have.
  ///
  /// - Parameters:
  ///   - title: the page's, escaped.
  ///   - policy: what the page may load and run.
  ///   - style: further rules.
  static func head(title: String, version: String, policy: String, style: String = "") -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="pose3d \(version)">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <title>\(title) – pose3d</title>
    <style>
    \(String(cString: pose3d_report_css()))\(style)
    </style>
    </head>

    """
  }

  /// The parts of the page's script, which is one function.
  private static let script = [
    pose3d_report_data_js(), pose3d_report_cursor_js(), pose3d_report_figures_js(),
    pose3d_report_curves_js(), pose3d_report_tables_js(), pose3d_report_summary_js(),
    pose3d_report_print_js(), pose3d_report_page_js(),
  ].map { String(cString: $0) }

  /// A multiple of 3 bytes, which base64 needs no filling for.
  private static let piece = 3 << 18

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

/// The heading of a report, in the user's words. Each part may be absent.
public struct ReportHeading: Sendable, Equatable {
  /// The title; `nil` for the files' names.
  public var title: String?
  /// The person in the report, as a code or a name.
  public var subject: String?
  /// The date of the recording, as the user writes it.
  public var date: String?
  /// Further sentences.
  public var notes: [String]

  /// A heading from its parts.
  public init(
    title: String? = nil, subject: String? = nil, date: String? = nil, notes: [String] = []
  ) {
    (self.title, self.subject, self.date, self.notes) = (title, subject, date, notes)
  }

  /// The part of a page; empty where nothing is given.
  var html: String {
    let rows = [("Subject", subject), ("Date", date)].compactMap { name, value in
      value.map { "<dt>\(name)</dt><dd>\(PoseReport.escaped($0))</dd>" }
    }
    let parts =
      [title.map { "<h1>\(PoseReport.escaped($0))</h1>" }].compactMap { $0 }
      + (rows.isEmpty ? [] : ["<dl>\(rows.joined())</dl>"])
      + notes.map { "<p>\(PoseReport.escaped($0))</p>" }
    return parts.isEmpty
      ? "" : "<section class=\"heading\">\n\(parts.joined(separator: "\n"))\n</section>\n"
  }
}

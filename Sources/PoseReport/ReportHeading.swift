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

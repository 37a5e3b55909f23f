internal import PoseDocuments
public import PoseMotion

/// Several sessions, each compared with the first, `pose3d.series/1`. `schema/pose3d.series.schema.json` is its contract.
public struct SeriesDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.series/1"

  /// The program's version.
  public var version: String
  /// The sessions and their comparisons.
  public var series: SessionSeries
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(version: String, series: SessionSeries, warnings: [String] = []) {
    (self.version, self.series, self.warnings) = (version, series, warnings)
  }

  /// The JSON text; angles in degrees, fractions as they are. The same series gives the same bytes.
  public var json: String {
    JSONValue.object(
      JSONValue.head(schema: Self.schema, version: version) + [
        ("confidence", .number(0.95)),
        ("sessions", .array(series.sessions.map(ComparisonDocument.value(of:)))),
        (
          "comparisons",
          .array(
            series.comparisons.enumerated().map { index, comparison in
              .object([
                ("before", .integer(0)), ("after", .integer(index + 1)),
                ("residualShare", .number(comparison.residualShare)),
                (
                  "differentConditions",
                  .array(comparison.differences.map { .string($0.rawValue) })
                ),
                ("measures", .array(comparison.rows.map(ComparisonDocument.value(of:)))),
              ])
            })
        ),
        ("warnings", .warnings(warnings)),
      ]
    ).text
  }

  /// One line for each measure of each later session as CSV, with a line of names; angles in degrees. The first column
  /// is the session's number, from 1 on; the first session is 0. An empty cell is a value that is not known.
  public var csv: String {
    var text = "session,name,\(ComparisonDocument.columns)\n"
    for (index, comparison) in series.comparisons.enumerated() {
      let start = "\(index + 1),\(CSVText.cell(comparison.after.name)),"
      for row in comparison.rows {
        text += start + ComparisonDocument.cells(of: row).joined(separator: ",") + "\n"
      }
    }
    return text
  }
}

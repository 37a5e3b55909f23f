internal import PoseDocuments
public import PoseMotion
internal import PoseDrawing

/// The plots of what people did over time, as files in a folder.
public enum MotionPlots {
  /// Writes the usual plots of every person, each as PNG and SVG: `knee-flexion.png`, and where there
  /// are several people `person-2-knee-flexion.png`.
  ///
  /// - Parameters:
  ///   - people: the people whose curves are drawn.
  ///   - analyses: theirs, in the same order.
  ///   - folder: has to exist.
  ///   - inputs: the files that were read, which stay.
  /// - Returns: the files that were written.
  public static func write(
    _ people: [PersonMotion], _ analyses: [ExerciseAnalysis], toFolder folder: String,
    inputs: [String]
  ) throws -> [String] {
    let place = folder.hasSuffix("/") ? folder : folder + "/"
    var written: [String] = []
    for (person, analysis) in zip(people, analyses) {
      let plots = AnglePlot.usual(
        of: person, analysis: analysis, isNumbered: people.count > 1)
      for plot in plots {
        let owner = people.count > 1 ? "person-\(person.id)-" : ""
        for (ending, bytes) in [
          ("png", try plot.png()), ("svg", Array(try plot.svg().utf8)),
        ] {
          let file = try OutputFile("\(place)\(owner)\(plot.name).\(ending)", inputs: inputs)
          try file.write(bytes)
          written.append(file.path)
        }
      }
    }
    return written
  }
}

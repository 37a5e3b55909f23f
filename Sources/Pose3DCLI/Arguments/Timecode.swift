import ArgumentParser

/// A moment of a video on the command line: seconds (`12.5`), or minutes and seconds (`1:30`), or
/// with hours (`1:02:03.5`).
struct Timecode: ExpressibleByArgument, CustomStringConvertible {
  let seconds: Double
  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last.flatMap({ Double($0) }), last.isFinite, last >= 0
    else { return nil }
    var total = 0.0
    for part in parts.dropLast() {
      guard let number = Int(part), number >= 0 else { return nil }
      total = (total + Double(number)) * 60
    }
    guard parts.count == 1 || last < 60 else { return nil }
    seconds = total + last
    description = argument
  }
}

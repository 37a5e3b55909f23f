/// The progress of a batch: a line for each file that is done, and on a terminal a bar below them.
struct BatchProgress {
  private var bar: ProgressBar
  private var count = 0

  init(total: Int) { bar = ProgressBar(total: total, on: .standardError) }

  /// A file was measured.
  mutating func done(_ path: String, _ lines: [[String]]) {
    let people = lines.filter { !$0[4].isEmpty }
    let words = people.map { line in
      let exercise = line[5].isEmpty ? [] : ["\(line[5]) × \(line[7])"]
      let height = line[13] == "measured" ? ["\(line[11]) m"] : []
      let words = exercise + height
      return words.isEmpty ? "a person" : words.joined(separator: ", ")
    }
    step {
      Terminal.standardOutput.write(
        "\(path.safeOnOneLine): \(words.isEmpty ? "no person" : words.joined(separator: "; "))")
    }
  }

  /// A file couldn't be.
  mutating func failed(_ failure: Failure) { step { Terminal.warn(failure.message) } }

  private mutating func step(_ write: () -> Void) {
    bar.erase()
    write()
    count += 1
    bar.show(count)
  }

  /// Takes the bar away.
  mutating func erase() { bar.erase() }
}

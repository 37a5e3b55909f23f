extension AngleDefinition {
  /// The names in the catalogue that may be meant by one that isn't there: those that have it within
  /// theirs, else those that need the fewest letters changed, up to a third of them.
  public static func names(near name: String) -> [String] {
    let letters = Array(name.lowercased())
    let within = catalogue.filter { $0.name.lowercased().contains(name.lowercased()) }
    guard within.isEmpty else { return within.map(\.name) }
    let distances = catalogue.map { ($0.name, distance(letters, Array($0.name.lowercased()))) }
    let closest = distances.map(\.1).min() ?? 0
    return distances.filter { $0.1 == closest && closest <= letters.count / 3 }.map(\.0)
  }

  /// The letters that have to be put in, left out or replaced to come from one word to the other
  /// (Levenshtein 1966).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}

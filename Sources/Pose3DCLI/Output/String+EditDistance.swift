extension String {
  /// The number of letters to change, add, leave out or swap with their neighbour to make another
  /// word of this one: Damerau's distance of neighbouring letters.
  func editDistance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), min(rows[i][j + 1], row[j]) + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

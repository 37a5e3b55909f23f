/// The columns that rows are given, each to one at most, at the least total cost.
///
/// Shortest augmenting paths (Jonker & Volgenant 1987, without their heuristics): exact, O(rows² ×
/// columns). Of equal costs the one found first wins.
///
/// - Parameter costs: a row for each, all of the same length; no fewer columns than rows; finite.
/// - Returns: the column of each row.
package func cheapestAssignment(_ costs: [[Double]]) -> [Int] {
  guard let columns = costs.first?.count else { return [] }
  precondition(columns >= costs.count, "\(costs.count) rows want \(columns) columns")
  var rowPrices = [Double](repeating: 0, count: costs.count)
  // One more than there are columns: the last stands for the row that is being placed.
  var columnPrices = [Double](repeating: 0, count: columns + 1)
  var rows = [Int?](repeating: nil, count: columns + 1)
  for row in costs.indices {
    rows[columns] = row
    var column = columns
    var distances = [Double](repeating: .infinity, count: columns)
    var before = [Int](repeating: columns, count: columns)
    var isDone = [Bool](repeating: false, count: columns + 1)
    while let current = rows[column] {
      isDone[column] = true
      var nearest = (column: columns, distance: Double.infinity)
      for other in 0..<columns where !isDone[other] {
        let distance = costs[current][other] - rowPrices[current] - columnPrices[other]
        if distance < distances[other] { (distances[other], before[other]) = (distance, column) }
        if distances[other] < nearest.distance { nearest = (other, distances[other]) }
      }
      for other in 0...columns {
        if isDone[other], let owner = rows[other] {
          rowPrices[owner] += nearest.distance
          columnPrices[other] -= nearest.distance
        } else if other < columns {
          distances[other] -= nearest.distance
        }
      }
      column = nearest.column
    }
    while column != columns {
      rows[column] = rows[before[column]]
      column = before[column]
    }
  }
  var assignment = [Int](repeating: 0, count: costs.count)
  for (column, row) in rows.dropLast().enumerated() {
    if let row { assignment[row] = column }
  }
  return assignment
}

/// The tables of REBA (Hignett S, McAtamney L. 2000. Applied Ergonomics 31:201–205).
///
/// Every cell agrees with the worksheet in use and with three independent public implementations.
enum REBATables {
  /// Posture score A, 1…9.
  ///
  /// - Parameters:
  ///   - neck: 1…3.
  ///   - trunk: 1…5.
  ///   - legs: 1…4.
  static func a(neck: Int, trunk: Int, legs: Int) -> Int {
    tableA[neck - 1][trunk - 1][legs - 1]
  }

  /// Posture score B, 1…9.
  ///
  /// - Parameters:
  ///   - upperArm: 1…6.
  ///   - lowerArm: 1…2.
  ///   - wrist: 1…3.
  static func b(upperArm: Int, lowerArm: Int, wrist: Int) -> Int {
    tableB[upperArm - 1][lowerArm - 1][wrist - 1]
  }

  /// Score C, 1…12: the final score is C plus the points for the activity.
  ///
  /// - Parameters:
  ///   - a: posture score A plus the points for the load, 1…12.
  ///   - b: posture score B plus the points for the coupling, 1…12.
  static func c(a: Int, b: Int) -> Int { tableC[a - 1][b - 1] }

  /// By neck, trunk and legs.
  private static let tableA: [[[Int]]] = [
    [[1, 2, 3, 4], [2, 3, 4, 5], [2, 4, 5, 6], [3, 5, 6, 7], [4, 6, 7, 8]],
    [[1, 2, 3, 4], [3, 4, 5, 6], [4, 5, 6, 7], [5, 6, 7, 8], [6, 7, 8, 9]],
    [[3, 3, 5, 6], [4, 5, 6, 7], [5, 6, 7, 8], [6, 7, 8, 9], [7, 8, 9, 9]],
  ]

  /// By upper arm, lower arm and wrist.
  private static let tableB: [[[Int]]] = [
    [[1, 2, 2], [1, 2, 3]],
    [[1, 2, 3], [2, 3, 4]],
    [[3, 4, 5], [4, 5, 5]],
    [[4, 5, 5], [5, 6, 7]],
    [[6, 7, 8], [7, 8, 8]],
    [[7, 8, 8], [8, 9, 9]],
  ]

  /// By score A and score B.
  private static let tableC: [[Int]] = [
    [1, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 7],
    [1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 7, 8],
    [2, 3, 3, 3, 4, 5, 6, 7, 7, 8, 8, 8],
    [3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 9, 9],
    [4, 4, 4, 5, 6, 7, 8, 8, 9, 9, 9, 9],
    [6, 6, 6, 7, 8, 8, 9, 9, 10, 10, 10, 10],
    [7, 7, 7, 8, 9, 9, 9, 10, 10, 11, 11, 11],
    [8, 8, 8, 9, 10, 10, 10, 10, 10, 11, 11, 11],
    [9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12],
    [10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 12],
    [11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12],
    [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
  ]
}

/// The tables of RULA (McAtamney L, Corlett EN. 1993. Applied Ergonomics 24:91–99).
///
/// Every cell agrees with the worksheet in use and with three independent public implementations. An older worksheet
/// has lower values in table A, for upper arms of 2 to 4.
enum RULATables {
  /// Posture score A, 1…9.
  ///
  /// - Parameters:
  ///   - upperArm: 1…6.
  ///   - lowerArm: 1…3.
  ///   - wrist: 1…4.
  ///   - wristTwist: 1…2.
  static func a(upperArm: Int, lowerArm: Int, wrist: Int, wristTwist: Int) -> Int {
    precondition((1...2).contains(wristTwist), "a wrist twist of \(wristTwist)")
    return tableA[upperArm - 1][lowerArm - 1][2 * (wrist - 1) + wristTwist - 1]
  }

  /// Posture score B, 1…9.
  ///
  /// - Parameters:
  ///   - neck: 1…6.
  ///   - trunk: 1…6.
  ///   - legs: 1…2.
  static func b(neck: Int, trunk: Int, legs: Int) -> Int {
    precondition((1...2).contains(legs), "a score of the legs of \(legs)")
    return tableB[neck - 1][2 * (trunk - 1) + legs - 1]
  }

  /// The grand score, 1…7.
  ///
  /// - Parameters:
  ///   - arm: posture score A plus the points for muscle use and force; 8 and more are alike.
  ///   - body: posture score B plus the points for muscle use and force; 7 and more are alike.
  static func grand(arm: Int, body: Int) -> Int { tableC[min(arm, 8) - 1][min(body, 7) - 1] }

  /// By upper arm and lower arm; in a row by wrist, and of each wrist by its twist.
  private static let tableA: [[[Int]]] = [
    [[1, 2, 2, 2, 2, 3, 3, 3], [2, 2, 2, 2, 3, 3, 3, 3], [2, 3, 3, 3, 3, 3, 4, 4]],
    [[2, 3, 3, 3, 3, 4, 4, 4], [3, 3, 3, 3, 3, 4, 4, 4], [3, 4, 4, 4, 4, 4, 5, 5]],
    [[3, 3, 4, 4, 4, 4, 5, 5], [3, 4, 4, 4, 4, 4, 5, 5], [4, 4, 4, 4, 4, 5, 5, 5]],
    [[4, 4, 4, 4, 4, 5, 5, 5], [4, 4, 4, 4, 4, 5, 5, 5], [4, 4, 4, 5, 5, 5, 6, 6]],
    [[5, 5, 5, 5, 5, 6, 6, 7], [5, 6, 6, 6, 6, 7, 7, 7], [6, 6, 6, 7, 7, 7, 7, 8]],
    [[7, 7, 7, 7, 7, 8, 8, 9], [8, 8, 8, 8, 8, 9, 9, 9], [9, 9, 9, 9, 9, 9, 9, 9]],
  ]

  /// By neck; in a row by trunk, and of each trunk by the legs.
  private static let tableB: [[Int]] = [
    [1, 3, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7],
    [2, 3, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7],
    [3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7],
    [5, 5, 5, 6, 6, 7, 7, 7, 7, 7, 8, 8],
    [7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8],
    [8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9],
  ]

  /// By the score of arm and wrist, and that of neck, trunk and legs.
  private static let tableC: [[Int]] = [
    [1, 2, 3, 3, 4, 5, 5],
    [2, 2, 3, 4, 4, 5, 5],
    [3, 3, 3, 4, 4, 5, 6],
    [3, 3, 3, 4, 5, 6, 6],
    [4, 4, 4, 5, 6, 7, 7],
    [4, 4, 5, 6, 6, 7, 7],
    [5, 5, 6, 6, 7, 7, 7],
    [5, 5, 6, 7, 7, 7, 7],
  ]
}

extension Array where Element: Equatable {
  /// The index of an element that the list has; a list without it is a bug.
  func index(ofKnown element: Element) -> Int {
    guard let index = firstIndex(of: element) else {
      preconditionFailure("\(element) is not among \(self)")
    }
    return index
  }

  /// The index of each element's mirror image, by which it is replaced when left and right are
  /// swapped; the list has it.
  func mirrorImages(_ mirrored: (Element) -> Element) -> [Int] {
    map { index(ofKnown: mirrored($0)) }
  }
}

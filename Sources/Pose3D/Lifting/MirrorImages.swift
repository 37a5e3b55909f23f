extension Array where Element: Equatable {
  /// The index of an element that the list has; a list without it is a bug.
  func index(ofKnown element: Element) -> Int {
    guard let index = firstIndex(of: element) else {
      preconditionFailure("\(element) is not among \(self)")
    }
    return index
  }

  /// Where each element goes when left and right are exchanged: the index of its mirror image, which
  /// the list has.
  func mirrorImages(_ mirrored: (Element) -> Element) -> [Int] {
    map { index(ofKnown: mirrored($0)) }
  }
}

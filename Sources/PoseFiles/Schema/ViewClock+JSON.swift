package import PoseDocuments
package import PoseMotion

extension ViewClock {
  /// A clock of a document.
  ///
  /// - Parameter rate: `nil` where the document has none.
  /// - Throws: a problem for an offset beyond 1e9 s, and for a rate that no two recordings of one scene have:
  ///   slow motion is up to some hundred times slower.
  package init(
    offset: DocumentNode, rate: DocumentNode?
  ) throws(DocumentNode.Problem) {
    self.init(offset: try offset.number())
    guard abs(self.offset) <= 1e9 else {
      throw offset.mismatch(expected: "an offset of at most 1e9 seconds")
    }
    guard let rate else { return }
    self.rate = try rate.number()
    guard (0.001...1000).contains(self.rate) else {
      throw rate.mismatch(expected: "a rate from 0.001 to 1000")
    }
  }
}

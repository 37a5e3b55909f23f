/// An element of an XML document, or an attribute of one.
package struct XMLTree {
  /// The namespace's address; empty for none.
  package let namespace: String
  /// The name without its prefix.
  package let name: String
  /// The value of an attribute; the text of an element that is in none of its elements, without the
  /// space around it.
  package var text = ""
  package var attributes: [XMLTree] = []
  package var elements: [XMLTree] = []

  package init(namespace: String = "", name: String = "") {
    self.namespace = namespace
    self.name = name
  }

  /// The root element of a document in UTF-8; of a padded one, what follows that is not looked at.
  ///
  /// Throws a problem with line and column for what is not well-formed.
  package init(parsing bytes: [UInt8], isPadded: Bool = false) throws(DocumentNode.Problem) {
    self = try XMLTreeParser(bytes, isPadded: isPadded).document()
  }
}

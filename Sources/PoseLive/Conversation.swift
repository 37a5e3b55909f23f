/// The server's end of a page's connection. It is used from one thread at a time.
package protocol Conversation: AnyObject {
  /// The first message to the page.
  func greeting() throws -> String
  /// The answer to a picture. Other news may be given to `say`, before it and later.
  ///
  /// - Parameters:
  ///   - message: the page's message.
  ///   - waited: seconds for which it lay there.
  ///   - dropped: pictures that were dropped so far because newer ones came.
  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String
  /// The answer to a command in words; `nil` for none. Later news may be given to `say`.
  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String?
  /// The page has gone.
  func end()
}

public import PoseAnalysis

/// What the live page measures.
public struct LivePageSettings: Sendable {
  /// How people are found and what is measured at first; the page may choose another exercise, and hands.
  public var session: LiveSession.Settings
  /// The folder for recordings.
  public var folder: String
  /// The program's version, for recordings.
  public var version: String

  /// What the page measures.
  public init(session: LiveSession.Settings, folder: String, version: String) {
    (self.session, self.folder, self.version) = (session, folder, version)
  }
}

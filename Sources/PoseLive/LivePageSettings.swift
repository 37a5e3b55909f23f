public import PoseAnalysis

/// The settings of the live page's measurement.
public struct LivePageSettings: Sendable {
  /// The initial settings of the measurement; the page may choose another exercise, and hands.
  public var session: LiveSession.Settings
  /// The folder for recordings, which has to exist; "" for the current one.
  public var folder: String
  /// The program's version, for recordings.
  public var version: String

  /// The settings of the page's measurement.
  public init(session: LiveSession.Settings, folder: String, version: String) {
    (self.session, self.folder, self.version) = (session, folder, version)
  }
}

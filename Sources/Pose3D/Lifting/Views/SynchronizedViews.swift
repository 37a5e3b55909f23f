/// The views of one person by several cameras at a moment.
public struct SynchronizedViews: Sendable {
  /// In seconds.
  public var time: Double
  /// The views that show the person, in any order; empty if no camera sees the person.
  public var views: [PersonView]

  /// The views and their time.
  public init(time: Double, views: [PersonView]) {
    (self.time, self.views) = (time, views)
  }
}

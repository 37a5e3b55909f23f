extension DepthMap {
  /// A map from 16-bit integers as depth cameras write them, row by row from the top, 0 where nothing
  /// was measured; `nil` when nothing was measured anywhere. Not API: shared with the module that
  /// reads videos.
  package init?(
    steps: [UInt16], width: Int, height: Int, unit: DepthUnit, scale: DepthScale
  ) {
    let metres = unit.metres(steps)
    guard metres.contains(where: { !$0.isNaN }) else { return nil }
    self.init(width: width, height: height, metres: metres, scale: scale)
  }
}

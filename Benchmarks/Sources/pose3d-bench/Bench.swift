import ArgumentParser

@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pose3d-bench", abstract: "Measures accuracy and speed.",
    subcommands: [
      LiftCommand.self, PicturesCommand.self, KinematicsCommand.self, LiftingCommand.self,
      DepthCommand.self,
      TrackingCommand.self, RecallCommand.self, VideoCommand.self, CurvesCommand.self,
      CalibrationCommand.self, ProportionsCommand.self, ViewsCommand.self,
      SequencesCommand.self,
    ])
}

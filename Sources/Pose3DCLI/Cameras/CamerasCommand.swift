import ArgumentParser

/// `pose3d cameras`: several cameras around one scene.
struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "Shows, converts, synchronises, calibrates and checks several cameras.",
    discussion: """
      `pose3d cameras FILE` shows what a calibration says of every camera: pose3d.rig/1, TOML of \
      Pose2Sim, Anipose, FreeMoCap and caliscope, .qca.txt of Qualisys, Kalibr's camera chains, OpenCV's \
      stereo files, and folders with one file of OpenCV's a camera or COLMAP's text model. --write converts it.

      sync finds how the clocks of recordings run, by the movement; calibrate places cameras by a \
      person who moves before them, or by a board with --board; board writes such a board to print; \
      check finds the camera that has moved since, or was knocked.

      EXAMPLES
        pose3d cameras Calib.toml
        pose3d cameras Calib.qca.txt --write rig.json
        pose3d cameras rig.json --write Calib.toml
        pose3d cameras sync a.mp4 b.mp4 --write clocks.json
        pose3d cameras board --write board.pdf
        pose3d cameras calibrate a.mp4 b.mp4 --board aprilgrid:6x6:22mm:0.3 -o r.json
        pose3d cameras calibrate a.mp4 b.mp4 --fov 70 --height 1.82 -o rig.json
        pose3d cameras check rig.json a.mp4 b.mp4
      """,
    subcommands: [
      CamerasShowCommand.self, CamerasSyncCommand.self, CamerasCalibrateCommand.self,
      CamerasBoardCommand.self, CamerasCheckCommand.self,
    ],
    defaultSubcommand: CamerasShowCommand.self)
}

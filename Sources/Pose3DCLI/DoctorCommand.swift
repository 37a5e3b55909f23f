import ArgumentParser
import DepthIO
import Detection
import Foundation
import Kinematics
import Pose3D
import PoseDrawing

/// `pose3d doctor`: what is installed, what is missing, and how to mend it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says which libraries, runtime and models were found, and how to mend what is missing.",
    discussion: "Exits with 0 when everything is there, with 69 when something is missing.")

  func run() throws {
    let terminal = Terminal.standardOutput
    func found(_ what: String, _ details: String) {
      terminal.write("\(terminal.styled("found  ", .good)) \(what)  \(details)")
    }
    terminal.write("pose3d \(Pose3DCommand.version)", style: .heading)
    found("LAPACKE, OpenBLAS", LinearAlgebra.libraryDescription)
    for (name, version) in ColorImage.codecVersions { found(name, version) }
    found("cairo", PoseOverlay.libraryVersion)
    found("lifting network", "\(Lifter.weightsDescription)")
  }
}

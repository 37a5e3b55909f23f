import Foundation
import PoseGeometry
import TestSupport

/// SciPy's numbers (`fixtures/motion`).
enum MotionGolden {
  struct Filters: Decodable {
    struct Butterworth: Decodable {
      let name: String
      let times: [Double]
      let samples: [Vector3]
      let cutoff: Double
      let filtered: [Vector3]
    }
    struct OneEuro: Decodable {
      let times: [Double]
      let samples: [Vector3]
      let filtered: [Vector3]
    }
    let butterworth: [Butterworth]
    let oneEuro: OneEuro
  }

  struct Bones: Decodable {
    struct Case: Decodable {
      let joints: [Vector3]
      let sigmas: [Double]
      let held: [Vector3]
    }
    let lengths: [Double]
    let cases: [Case]
  }

  static func filters() throws -> Filters { try Fixture.decode(from: "motion/filters.json") }
  static func bones() throws -> Bones { try Fixture.decode(from: "motion/bones.json") }
}

internal import PoseAnalysis
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// The data that is sent of a frame.
struct SentFrame {
  struct Person {
    let id: Int
    /// 0…1.
    let confidence: Double
    /// In the camera's frame, smoothed.
    let body: BodyEstimate
    /// In radians.
    let angles: [JointAngle]
    let exercise: String?
    let count: Int
    let missed: Int
    /// The points of the feet that rest on the ground; `nil` where that isn't followed.
    var contacts: [ContactPoint]?
  }

  let index: Int
  /// Seconds.
  let time: Double
  let world: WorldAxes
  /// Those whose joints are known, the most prominent first.
  let people: [Person]
  let fingers: FingerCount?

  init(
    index: Int, time: Double, world: WorldAxes, people: [Person], fingers: FingerCount? = nil
  ) {
    (self.index, self.time, self.world) = (index, time, world)
    (self.people, self.fingers) = (people, fingers)
  }

  init(_ frame: LiveFrame) {
    self.init(
      index: frame.index, time: frame.time, world: WorldAxes(cameraGravity: frame.gravity),
      people: frame.people.compactMap { person in
        person.pose.map { pose in
          Person(
            id: person.id, confidence: pose.confidence, body: pose.body, angles: person.angles,
            exercise: person.exercise.name, count: person.exercise.count,
            missed: person.exercise.missed, contacts: person.contacts)
        }
      }, fingers: frame.shownFingers)
  }
}

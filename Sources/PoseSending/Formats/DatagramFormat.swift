internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// A format of frames in datagrams.
protocol DatagramFormat {
  /// A frame's datagrams, of `Datagram.longest` bytes at most each.
  mutating func datagrams(of frame: SentFrame) -> [[UInt8]]
}

/// The common properties of all datagrams.
enum Datagram {
  /// Bytes. Ethernet carries 1,500 in one piece; 28 are headers of IPv4 and UDP, 48 of IPv6 and UDP, and
  /// tunnels take some more.
  static let longest = 1400
}

extension SentFrame {
  /// A joint's place in metres: x to the camera's right, y up, z towards the camera, origin at the camera.
  func place(_ joint: Joint, of person: Person) -> Vector3 {
    world.axes.inverse * person.body.positions[joint]
  }
}

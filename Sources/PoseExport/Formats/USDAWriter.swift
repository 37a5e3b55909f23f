internal import PoseGeometry
internal import Kinematics

/// All people as OpenUSD with UsdSkel, in text: metres, y up; for each a SkelRoot with skeleton, animation
/// and a body of plain bones, invisible where the person isn't there.
struct USDAWriter {
  let clip: PoseClip
  let motions: [RigMotion]

  /// Frames as time codes: whole ones where the times are even.
  private var codes: [Double] {
    guard !clip.isEven else { return clip.times.indices.map(Double.init) }
    return clip.times.map { ($0 - (clip.times.first ?? 0)) * clip.rate }
  }

  func write(to text: inout FileText) throws {
    let codes = codes
    text.write("#usda 1.0\n(\n    defaultPrim = \"People\"\n    metersPerUnit = 1\n")
    text.write("    upAxis = \"Y\"\n    timeCodesPerSecond = ")
    text.write(clip.rate, decimals: 6)
    text.write("\n    framesPerSecond = ")
    text.write(clip.rate, decimals: 6)
    text.write("\n    startTimeCode = 0\n    endTimeCode = ")
    text.write(codes.last ?? 0, decimals: 6)
    text.write("\n)\n\ndef Xform \"People\" (\n    kind = \"component\"\n)\n{\n")
    for motion in motions { try write(motion, codes, to: &text) }
    text.write("}\n")
  }

  private func write(_ motion: RigMotion, _ codes: [Double], to text: inout FileText) throws {
    let name = "Person\(motion.person.id < 0 ? "_" : "")\(motion.person.id.magnitude)"
    let rig = motion.rig
    let tokens = Joint.allCases.map { "\"\(Self.path(of: $0))\"" }.joined(separator: ", ")
    text.write(
      """
          def SkelRoot "\(name)" (
              prepend apiSchemas = ["SkelBindingAPI"]
          )
          {

      """)
    visibility(of: motion.person, codes, to: &text)
    text.write(
      """
              rel skel:skeleton = </People/\(name)/Skeleton>
              rel skel:animationSource = </People/\(name)/Motion>

              def Skeleton "Skeleton" (
                  prepend apiSchemas = ["SkelBindingAPI"]
              )
              {
                  uniform token[] joints = [\(tokens)]
                  uniform matrix4d[] bindTransforms = [
      """)
    matrices(Joint.allCases.map { rig.places[$0] }, to: &text)
    text.write("]\n            uniform matrix4d[] restTransforms = [")
    matrices(Joint.allCases.map { rig.offsets[$0] }, to: &text)
    text.write("]\n            rel skel:animationSource = </People/\(name)/Motion>\n        }\n\n")
    text.write("        def SkelAnimation \"Motion\"\n        {\n")
    text.write("            uniform token[] joints = [\(tokens)]\n")
    try samples("float3[] translations", motion, codes, to: &text) { pose, text in
      self.list(Joint.allCases.map { pose.localPlace($0) }, to: &text)
    }
    var tracks = PerJoint(repeating: QuaternionTrack())
    try samples("quatf[] rotations", motion, codes, to: &text) { pose, text in
      for joint in Joint.allCases {
        let q = tracks[joint].next(pose.localTurn(joint))
        self.tuple([q.w, q.x, q.y, q.z], joint == .root, to: &text)
      }
    }
    let ones = Joint.allCases.map { _ in "(1, 1, 1)" }.joined(separator: ", ")
    text.write("            half3[] scales = [\(ones)]\n        }\n\n")
    mesh(BoneShapes(of: rig), name: name, to: &text)
    text.write("    }\n")
  }

  /// `root/spine/centerShoulder`.
  private static func path(of joint: Joint) -> String {
    joint.parent.map { path(of: $0) + "/" + joint.name } ?? joint.name
  }

  /// Samples where it changes; empty for a person who is there throughout.
  private func visibility(
    of person: PoseClip.Person, _ codes: [Double], to text: inout FileText
  ) {
    guard person.isPresent.contains(false) else { return }
    text.write("        token visibility.timeSamples = {\n")
    for frame in codes.indices
    where frame == 0 || person.isPresent[frame] != person.isPresent[frame - 1] {
      text.write("            ")
      text.write(codes[frame], decimals: 6)
      text.write(": \"\(person.isPresent[frame] ? "inherited" : "invisible")\",\n")
    }
    text.write("        }\n")
  }

  private func samples(
    _ name: String, _ motion: RigMotion, _ codes: [Double], to text: inout FileText,
    _ values: (RigPose, inout FileText) -> Void
  ) throws {
    text.write("            \(name).timeSamples = {\n")
    for frame in codes.indices {
      text.write("                ")
      text.write(codes[frame], decimals: 6)
      text.write(": [")
      values(motion.pose(at: frame), &text)
      text.write("],\n")
      try text.flushIfLarge()
    }
    text.write("            }\n")
  }

  private func mesh(_ shapes: BoneShapes, name: String, to text: inout FileText) {
    let sides = shapes.triangles.count / 3
    let low = shapes.corners.reduce(shapes.corners[0]) { pointwiseMin($0, $1) }
    let high = shapes.corners.reduce(shapes.corners[0]) { pointwiseMax($0, $1) }
    func integers(_ values: [Int]) -> String {
      values.map { "\($0)" }.joined(separator: ", ")
    }
    text.write(
      """
              def Mesh "Body" (
                  prepend apiSchemas = ["SkelBindingAPI"]
              )
              {
                  uniform token subdivisionScheme = "none"
                  color3f[] primvars:displayColor = [(0.8, 0.75, 0.65)]
                  int[] faceVertexCounts = [\(integers(Array(repeating: 3, count: sides)))]
                  int[] faceVertexIndices = [\(integers(shapes.triangles))]
                  float3[] extent = [
      """)
    list([low, high], to: &text)
    text.write("]\n            point3f[] points = [")
    list(shapes.corners, to: &text)
    text.write("]\n            normal3f[] normals = [")
    list(shapes.normals, to: &text)
    text.write(
      """
      ] (
                      interpolation = "vertex"
                  )
                  int[] primvars:skel:jointIndices = [\(integers(shapes.joints.map(\.rawValue)))] (
                      elementSize = 1
                      interpolation = "vertex"
                  )
                  float[] primvars:skel:jointWeights = [\(integers(shapes.joints.map { _ in 1 }))] (
                      elementSize = 1
                      interpolation = "vertex"
                  )
                  matrix4d primvars:skel:geomBindTransform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
                  rel skel:skeleton = </People/\(name)/Skeleton>
              }

      """)
  }

  /// Matrices that move and don't turn: the place stands in the last row.
  private func matrices(_ places: [Vector3], to text: inout FileText) {
    for (index, place) in places.enumerated() {
      text.write(index == 0 ? "" : ", ")
      text.write("((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), ")
      tuple([place.x, place.y, place.z, 1], true, to: &text)
      text.write(")")
    }
  }

  private func list(_ places: [Vector3], to text: inout FileText) {
    for (index, place) in places.enumerated() {
      tuple([place.x, place.y, place.z], index == 0, to: &text)
    }
  }

  private func tuple(_ values: [Double], _ isFirst: Bool, to text: inout FileText) {
    text.write(isFirst ? "(" : ", (")
    for (index, value) in values.enumerated() {
      if index > 0 { text.write(", ") }
      text.write(value, decimals: 7)
    }
    text.write(")")
  }
}

import Kinematics
import Testing

struct JointTests {
  @Test func `the joints are Human3.6M's in its order, with its parents`() {
    let parents = Joint.allCases.map { $0.parent?.rawValue ?? -1 }
    #expect(parents == [-1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15])
    #expect(Joint.allCases.count == 17)
  }

  @Test(arguments: [
    (Joint.root, "root", "human_root_3D"), (.leftElbow, "leftElbow", "human_left_elbow_3D"),
    (.centerShoulder, "centerShoulder", "human_center_shoulder_3D"),
    (.rightAnkle, "rightAnkle", "human_right_ankle_3D"), (.topHead, "topHead", "human_top_head_3D"),
  ])
  func `names and raw values are Vision's`(joint: Joint, name: String, rawValue: String) {
    #expect(joint.name == name)
    #expect(joint.visionRawValue == rawValue)
    #expect(Joint(name: name) == joint)
    #expect(Joint(visionRawValue: rawValue) == joint)
  }

  @Test func `raw values differ, and unknown names are no joint`() {
    #expect(Set(Joint.allCases.map(\.visionRawValue)).count == 17)
    #expect(Joint(name: "leftElbo") == nil)
    #expect(Joint(visionRawValue: "") == nil)
  }

  @Test func `the mirror image keeps the hierarchy and undoes itself`() {
    for joint in Joint.allCases {
      #expect(joint.mirrored.mirrored == joint)
      #expect(joint.mirrored.parent == joint.parent?.mirrored)
      let swapped = joint.name.replacingPrefix("left", with: "right")
      #expect(joint.mirrored.name == swapped)
    }
  }

  @Test func `the groups cover all joints; hips and shoulders belong to two`() {
    let groups = JointGroup.allCases.filter { $0 != .all }
    let counts = Joint.allCases.map { joint in groups.count { $0.joints.contains(joint) } }
    #expect(counts.allSatisfy { $0 >= 1 })
    #expect(JointGroup.all.joints == Joint.allCases)
    for joint in [Joint.leftHip, .rightHip, .leftShoulder, .rightShoulder] {
      #expect(groups.count { $0.joints.contains(joint) } == 2)
    }
  }
}

extension String {
  fileprivate func replacingPrefix(_ a: String, with b: String) -> String {
    if hasPrefix(a) { return b + dropFirst(a.count) }
    if hasPrefix(b) { return a + dropFirst(b.count) }
    return self
  }
}

import PoseDocuments
@testable import PoseEvaluation
import Foundation
import TestSupport
import Testing

/// Everything in a `case.json` that is refused, word for word.
struct EvaluationCaseRefusedTests {
  struct Refused: Sendable, CustomTestStringConvertible {
    let whole: String
    let changed: String
    let message: String
    var testDescription: String { message }

    init(_ whole: String, _ changed: String, _ message: String) {
      self.whole = whole
      self.changed = changed
      self.message = message
    }
  }

  private static let elbow = "persons[0].joints_camera_m.leftElbow"

  @Test(arguments: [
    Refused("\"persons\"", "\"people\"", "the document has no \"persons\""),
    Refused(
      "\"leftElbow\": [0.12817", "\"leftElbow\": [NaN",
      "\(elbow)[0] is NaN where a number was expected"),
    Refused(
      "\"leftElbow\": [0.12817, -0.31727, 3.03187]", "\"leftElbow\": [0.12817, -0.31727]",
      "\(elbow) is a list of 2 where x, y and z was expected"),
    Refused(
      "\"leftElbow\": [0.12817", "\"leftElbow\": [128.17",
      "\(elbow)[0] is 128.17 where metres from the camera, at most 100, was expected"),
    Refused(
      "\"leftElbow\": [0.12817", "\"leftElbo\": [0.12817",
      "persons[0].joints_camera_m has \"leftElbo\", which is none of the 17 joints"),
    Refused(
      "\"leftElbow\": [779.23, 810.99], ", "",
      "persons[0].joints_2d_px has no \"leftElbow\""),
    Refused(
      "\"leftElbow\": [779.23, 810.99]", "\"leftElbow\": [779.23]",
      "persons[0].joints_2d_px.leftElbow is a list of 1 where x and y in pixels was expected"),
    Refused(
      "\"leftElbow\": \"occluded_self\"", "\"leftElbow\": \"occluded\"",
      "persons[0].visibility.leftElbow is the text \"occluded\" where one of visible, "
        + "occluded_self, occluded_object, occluded_other_person, out_of_frame was expected"),
    Refused(
      "\"visibility\": {", "\"visibility\": true, \"seen\": {",
      "persons[0].visibility is true where an object with the 17 joints by name was expected"),
    Refused(
      "\"stature_m\": 1.52", "\"stature_m\": 152",
      "persons[0].stature_m is 152 where a body's height in metres, between 0.4 and 2.8, was "
        + "expected"),
    Refused("\"stature_m\": 1.52, ", "", "persons[0] has no \"stature_m\""),
    Refused(
      "\"fx\": 1446.0", "\"fx\": -1446.0",
      "color_intrinsics.fx is -1446 where a focal length in pixels, more than 0, was expected"),
    Refused("\"cx\": 718.1, ", "", "color_intrinsics has no \"cx\""),
    Refused(
      "\"width\": 1440", "\"width\": 0",
      "color_intrinsics.width is 0 where a whole number of at least 1 was expected"),
    Refused(
      "\"distortion\": \"none\"", "\"distortion\": \"opencv\"",
      "color_intrinsics.distortion is the text \"opencv\" where \"none\", an image without lens "
        + "distortion, was expected"),
    Refused(
      "\"depth_registered_to_color\": true", "\"depth_registered_to_color\": false",
      "depth_registered_to_color is false where true, a depth map of the colour image's view, "
        + "was expected"),
    Refused(
      "\"depth_scale_m\": 0.001", "\"depth_scale_m\": 1000",
      "depth_scale_m is 1000 where metres a step, more than 0 and at most 1 (0.001 is "
        + "millimetres), was expected"),
    Refused(
      "\"color_file\": \"color.jpg\"", "\"color_file\": 5",
      "color_file is 5 where the name of a file in the folder was expected"),
    Refused(
      "[-0.016902, 0.926588, 0.375698]", "[0, 0, 0]",
      "gravity_camera is 0 0 0, which is no direction: leave it out"),
    Refused(
      "\"pose\": \"arm_curl\", \"view\"", "\"pose\": arm_curl, \"view\"",
      "this is not JSON: at line 1, column 60, a value was expected"),
  ])
  func `the place, what is there and what was expected`(refused: Refused) throws {
    let folder = try TemporaryFolder()
    let path = try folder.addCase("case", [(refused.whole, refused.changed)])
    #expect(
      throws: FileError(.invalidValue, path: "\(path)/case.json", refused.message)
    ) { try EvaluationCase(folder: path) }
  }

  @Test(arguments: [
    ("\"persons\": [", "\"persons\": [], \"others\": [", "0 people"),
    ("\"persons\": [", "\"persons\": [{}, {}], \"others\": [", "2 people"),
  ])
  func `frames without people or with several`(whole: String, changed: String, found: String) throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.addCase("case", [(whole, changed)])
    let message = "\(found); frames with one person are evaluated"
    #expect(
      throws: FileError(.notOnePerson, path: "\(path)/case.json", message)
    ) { try EvaluationCase(folder: path) }
  }

  // MARK: Folders

  @Test func `folders without cases say what was looked for`() throws {
    let folder = try TemporaryFolder()
    #expect(
      throws: FileError(
        .noCases, path: folder.path,
        "neither the folder nor one of the folders in it has a case.json, which describes a frame "
          + "and its truth")
    ) { try EvaluationSet(folder: folder.path) }
    let nowhere = "\(folder.path)/nowhere"
    #expect(
      throws: FileError(.noSuchFile, path: nowhere, "there is no such folder")
    ) { try EvaluationSet(folder: nowhere) }
    let file = Fixture.path("\(Fixture.rendered)/color.jpg")
    #expect(
      throws: FileError(
        .noSuchFile, path: file, "this is a file; a folder of cases was expected")
    ) { try EvaluationSet(folder: file) }
  }

  @Test func `sequences are left out, and nothing else is nothing`() throws {
    let folder = try TemporaryFolder()
    let sequence = [("\"persons\": [", "\"frames\": [")]
    _ = try folder.addCase("a_sequence", sequence)
    let reason = "a sequence (1 in \"frames\"); single frames are evaluated"
    #expect(
      throws: FileError(
        .noCases, path: folder.path,
        "none of its cases can be evaluated (1 found); a_sequence: \(reason)")
    ) { try EvaluationSet(folder: folder.path) }
    _ = try folder.addCase("c")
    _ = try folder.addCase("b")
    let set = try EvaluationSet(folder: folder.path + "/")
    #expect(set.cases.map(\.folder) == ["b", "c"].map { "\(folder.path)/\($0)" })
    #expect(set.skipped == [.init(name: "a_sequence", reason: reason)])
  }

  @Test func `a damaged case is not passed over`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.addCase("good")
    let path = try folder.addCase("damaged", [("\"case\"", "case")])
    #expect(
      throws: FileError(
        .invalidValue, path: "\(path)/case.json",
        "this is not JSON: at line 1, column 2, a name in quotes was expected")
    ) { try EvaluationSet(folder: folder.path) }
  }
}

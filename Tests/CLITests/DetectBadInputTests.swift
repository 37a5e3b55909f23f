import Foundation
import TestSupport
import Testing

/// `pose3d detect` and `pose3d hands`: every bad input ends with a sentence and an exit code of the
/// sysexits convention, before any work where that can be.
struct DetectBadInputTests {
  static let picture = DetectTests.astronaut
  static let emptyImage = DetectTests.emptyImage

  private func expectFailure(
    _ arguments: [String], assets: String? = Checkout.path(".deps"), code: Int32,
    message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(arguments, assets: assets)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  // MARK: Options

  static let contradictions: [([String], String)] = [
    (
      ["detect", picture, "--min-confidence", "1"],
      "--min-confidence 1.0: a number between 0.05 and 0.99 was expected."
    ),
    (
      ["hands", picture, "--min-confidence", "0"],
      "--min-confidence 0.0: a number between 0.05 and 0.99 was expected."
    ),
    (
      ["hands", picture, "--maximum-hands", "0"],
      "--maximum-hands 0: a number between 1 and 32 was expected."
    ),
    (
      ["detect", picture, "--roi", "1,2,3"],
      "--roi 1,2,3: four numbers of pixels were expected, x,y,width,height, such as 100,50,640,480."
    ),
    (
      ["detect", picture, "--roi", "0,0,0,10"],
      "--roi 0,0,0,10: four numbers of pixels were expected, x,y,width,height, such as "
        + "100,50,640,480."
    ),
    (
      ["detect", picture, "--roi", "0,0,inf,10"],
      "--roi 0,0,inf,10: four numbers of pixels were expected, x,y,width,height, such as "
        + "100,50,640,480."
    ),
    (
      ["detect", picture, "--layout", "coco"],
      "--layout sets the layout of --output: name the file with --output (-o)."
    ),
    (
      ["detect", picture, "-o", "-", "--overlay", "-"],
      "--output - and --overlay - both go to standard output: give one a file."
    ),
    (
      ["detect", picture, "--overlay", "o.gif"],
      "--overlay o.gif: a PNG image is written; name it .png."
    ),
    (
      ["hands", picture, "--overlay", "o.JPG"],
      "--overlay o.JPG: a PNG image is written; name it .png."
    ),
    (
      ["analyze", picture, "--overlay", "o.svg"],
      "--overlay o.svg: a PNG image is written; name it .png."
    ),
    (
      ["hands", picture, "-o", "-", "--overlay", "-"],
      "--output - and --overlay - both go to standard output: give one a file."
    ),
    (["detect", "-", "-"], "Standard input holds one image: give - once."),
    (
      ["detect", picture, emptyImage, "--overlay", "-"],
      "--overlay -: each of the 2 images is drawn to a file of its own: give a folder, with a "
        + "slash at its end."
    ),
    (
      ["detect", picture, emptyImage, "-o", "out.json", "--layout", "openpose"],
      "--output out.json: OpenPose's layout is one file per image, and these are 2: give a folder, with "
        + "a slash at its end."
    ),
    (["detect", picture, "--frame=-1"], "--frame -1: frames are counted from 0."),
    (
      ["hands", picture, "--max-megapixels", "0"],
      "--max-megapixels 0: a number between 1 and 4096 was expected."
    ),
    (
      ["detect", picture, "--effort", "most"],
      "The value 'most' is invalid for '--effort <effort>'. Please provide one of 'fast', 'standard' "
        + "or 'best'."
    ),
    (
      ["detect", picture, "--people", "0"],
      "The value '0' is invalid for '--people <number>'. Please provide one of 'one', 'all' or "
        + "'1…16'."
    ),
  ]

  @Test(arguments: contradictions.indices)
  func `options that contradict each other or themselves`(index: Int) async throws {
    let (arguments, message) = Self.contradictions[index]
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"), "\(run.errors)")
  }

  // MARK: Pictures

  @Test(arguments: ["detect", "hands"])
  func `pictures that can't be used`(command: String) async throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("nowhere.jpg")
    try await expectFailure(
      [command, missing], code: 66, message: "\(missing): there is no such file")
    let one = Fixture.path("images/png-1x1.png")
    let subject = command == "detect" ? "person" : "hand"
    try await expectFailure(
      [command, one], code: 65,
      message: "\(one): 1×1 pixels are too few to show a \(subject): at least 16×16 are needed")
    let eight = try folder.file("8.ppm", Data("P6 8 8 255\n".utf8) + Data(count: 192))
    try await expectFailure(
      [command, eight], code: 65,
      message: "\(eight): 8×8 pixels are too few to show a \(subject): at least 16×16 are needed")
    let large = try folder.file("large.ppm", Data("P6 20000 20000 255\n".utf8))
    try await expectFailure(
      [command, large], code: 65,
      message: "\(large): 20000×20000 is more than 256 megapixels, the most that is read: scale it "
        + "down, or raise --max-megapixels")
    let printed = Fixture.path("detection/kinds/cmyk.jpg")
    try await expectFailure(
      [command, printed], code: 65,
      message: "\(printed): CMYK, the colors of printing, where RGB or grey was expected: save the "
        + "image as RGB")
  }

  // MARK: Outputs

  @Test func `pictures of one name don't overwrite each other's results`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(contentsOf: URL(filePath: Self.emptyImage))
    let pictures = try ["a.png", "a.jpg"].map { try folder.file($0, bytes) }
    try await expectFailure(
      ["detect"] + pictures + ["--overlay", folder.path("out/")], code: 64,
      message: "\(pictures[0]) and \(pictures[1]) would both be written to "
        + "\(folder.path("out/"))a_overlay.png: give each a name of its own, or run them one after "
        + "the other into different folders")
    #expect(folder.contents.sorted() == ["a.jpg", "a.png"])
  }

  @Test func `a folder in a folder that doesn't exist`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("nowhere/out/")
    try await expectFailure(
      ["detect", Self.picture, "--overlay", path], code: 73,
      message: "\(path): the folder can't be made: no such file or directory")
    #expect(folder.contents.isEmpty)
    let file = try folder.file("file", Data())
    try await expectFailure(
      ["detect", Self.picture, "-o", file + "/"], code: 73,
      message: "\(file)/: the folder can't be made: a file has this name")
  }

  @Test func `an output that is an input, and two of one name`() async throws {
    let folder = try TemporaryFolder()
    let picture = try folder.file("a.png", Data(contentsOf: URL(filePath: Self.emptyImage)))
    for option in [["detect", picture, "-o", picture], ["hands", picture, "-o", picture]] {
      try await expectFailure(
        option, code: 64, message: "\(picture): this is an input; give the output another name")
    }
    let path = folder.path("result")
    try await expectFailure(
      ["detect", picture, "-o", path, "--overlay", path], code: 64,
      message: "\(path): --output and --overlay name the same file")
    // What is drawn into a folder can be an input too.
    let drawn = try folder.file("a_overlay.png", Data(contentsOf: URL(filePath: Self.emptyImage)))
    try await expectFailure(
      ["detect", picture, drawn, "--overlay", folder.path], code: 64,
      message: "\(drawn): this is an input; give the output another name")
  }

  // MARK: Models and the runtime

  @Test(arguments: ["detect", "hands"])
  func `no runtime`(command: String) async throws {
    let run = try await CommandLineRun([command, Self.picture], assets: nil)
    #expect(run.exitCode == 69)
    #expect(run.errors.hasPrefix("error: the detection runtime is not installed: "))
    #expect(run.errors.contains("run `scripts/setup` (or `make demo`) in the Pose3D checkout"))
    #expect(run.output.isEmpty)
  }

  private static let note: Comment = "scripts/setup installs the detection runtime"

  @Test(.enabled(if: Checkout.hasDetection, note))
  func `a model that there isn't`() async throws {
    for model in ["lite", "/nowhere/posenet.tflite"] {
      try await expectFailure(
        ["detect", Self.picture, "--model", model], code: 66,
        message: "\(model): there is no such model: --model is full, heavy or the file of one")
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, note))
  func `a file that is no model of bodies`() async throws {
    let blazePose =
      "BlazePose's landmark model was expected, which takes 1×256×256×3 and gives 1×195, 1×1, "
      + "1×64×64×39, 1×117 and perhaps 1×256×256×1"
    let (quantized, other, hand) = (
      Fixture.path("posenet/quantized.tflite"),
      Fixture.path("posenet/no_posenet.tflite"),
      Checkout.path(".deps/models/hand_landmark_full.tflite")
    )
    for (model, sentence) in [
      (
        quantized,
        "the PoseNet model is quantized, its input or its outputs are integers; 32-bit "
          + "floating point was expected: use the model's float version"
      ),
      (
        other,
        "this is another model, which takes 1×129×161×3 numbers and gives 1×9×11×17, 1×9×11×34; "
          + "\(blazePose); nor is it a PoseNet that can be read"
      ),
      (
        hand,
        "this is MediaPipe's hand landmark model, which takes 1×224×224×3 numbers and gives 1×63, "
          + "1×1, 1×1, 1×63; \(blazePose); nor is it a PoseNet that can be read"
      ),
      (
        Self.picture,
        "this is no model: a landmark model (.tflite) or a pose landmarker bundle (.task) was "
          + "expected; nor is it a PoseNet that can be read"
      ),
    ] {
      try await expectFailure(
        ["detect", Self.picture, "--model", model], code: 65, message: "\(model): \(sentence)")
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, note))
  func `a PoseNet runs, but neither on a part of a picture nor several times`() async throws {
    let model = Fixture.path("posenet/mobilenet_joined.tflite")
    let run = try await CommandLineRun(["detect", Self.emptyImage, "--model", model])
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: no person was found in \(Self.emptyImage).\n")
    try await expectFailure(
      ["detect", Self.emptyImage, "--model", model, "--roi", "0,0,50,50"], code: 64,
      message: "--roi: a PoseNet sees whole images; leave it out, or use BlazePose")
    for command in ["detect", "analyze"] {
      try await expectFailure(
        [command, Self.emptyImage, "--model", model, "--effort", "best"], code: 64,
        message:
          "--effort: a PoseNet or an ONNX model makes one pass; leave it out, or use BlazePose")
    }
  }
}

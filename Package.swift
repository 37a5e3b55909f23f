// swift-tools-version: 6.2
import PackageDescription

// Debian's OpenEXR.pc names a flag that the package manager warns of at every build, and nothing else
// that is needed there.
#if os(Linux)
  let openEXR: String? = nil
#else
  let openEXR: String? = "OpenEXR"
#endif

let package = Package(
  name: "Pose3D",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Kinematics", targets: ["Kinematics"]),
    .library(name: "DepthIO", targets: ["DepthIO"]),
    .library(name: "Pose3D", targets: ["Pose3D"]),
    .library(name: "Detection", targets: ["Detection"]),
    .library(name: "Video", targets: ["Video"]),
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "PoseDrawing", targets: ["PoseDrawing"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .executable(name: "pose3d", targets: ["Pose3DCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // MARK: C libraries. Each exists only so that Swift can import it; none is API.
    .systemLibrary(
      name: "CLAPACKE", pkgConfig: "lapacke",
      providers: [.apt(["liblapacke-dev"]), .brew(["lapack"])]),
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),
    .systemLibrary(
      name: "CSpng", pkgConfig: "spng",
      providers: [.apt(["libspng-dev"]), .brew(["libspng"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CTIFF", pkgConfig: "libtiff-4",
      providers: [.apt(["libtiff-dev"]), .brew(["libtiff"])]),
    .systemLibrary(
      name: "CEXR", pkgConfig: openEXR,
      providers: [.apt(["libopenexr-dev"]), .brew(["openexr"])]),
    .systemLibrary(
      name: "CHEIF", pkgConfig: "libheif",
      providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .systemLibrary(
      name: "CZip", pkgConfig: "libzip",
      providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CSampling"),
    .target(name: "CLifterWeights", exclude: ["lifter_f16.bin"]),

    // MARK: Libraries; imports go one way, top to bottom.
    .target(name: "Kinematics", dependencies: ["CLAPACKE", "COpenBLAS"]),
    .target(
      name: "DepthIO",
      dependencies: [
        "CSpng", "CTurboJPEG", "CTIFF", "CEXR", "CHEIF", "CZip",
        .product(name: "Yams", package: "Yams"),
      ]),
    .target(name: "Pose3D", dependencies: ["Kinematics", "DepthIO", "CLifterWeights"]),
    .target(
      name: "Detection",
      dependencies: ["Pose3D", "DepthIO", "Kinematics", "COpenVINO", "CSampling"]),
    .target(name: "Video", dependencies: ["DepthIO", "CFFmpeg"]),
    .target(name: "Motion", dependencies: ["Pose3D", "DepthIO", "Kinematics"]),
    .target(
      name: "PoseDrawing", dependencies: ["Motion", "Pose3D", "DepthIO", "Kinematics", "CCairo"]),
    .target(name: "Evaluation", dependencies: ["Pose3D", "DepthIO", "Kinematics"]),

    // MARK: The command line tool.
    .executableTarget(
      name: "Pose3DCLI",
      dependencies: [
        "Kinematics", "DepthIO", "Pose3D", "Detection", "Video", "Motion", "PoseDrawing",
        "Evaluation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Tests.
    .testTarget(name: "KinematicsTests", dependencies: ["Kinematics"]),
    .testTarget(name: "DepthIOTests", dependencies: ["DepthIO"]),
    .testTarget(
      name: "Pose3DTests", dependencies: ["Pose3D", "DepthIO", "Kinematics", "CLifterWeights"]),
    .testTarget(
      name: "DetectionTests", dependencies: ["Detection", "Pose3D", "DepthIO", "Kinematics"]),
    .testTarget(name: "VideoTests", dependencies: ["Video", "DepthIO"]),
    .testTarget(name: "MotionTests", dependencies: ["Motion", "Pose3D", "DepthIO", "Kinematics"]),
    .testTarget(
      name: "PoseDrawingTests",
      dependencies: ["PoseDrawing", "Motion", "Pose3D", "DepthIO", "Kinematics"]),
    .testTarget(
      name: "EvaluationTests", dependencies: ["Evaluation", "Pose3D", "DepthIO", "Kinematics"]),
    .testTarget(name: "CLITests", dependencies: ["Pose3DCLI"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)

// Every Swift target is built with the upcoming language features, and without a warning.
for target in package.targets where target.type != .system {
  guard !target.name.hasPrefix("C") || target.name == "CLITests" else { continue }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

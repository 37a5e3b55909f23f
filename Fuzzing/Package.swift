// swift-tools-version: 6.2
import PackageDescription

// The fuzz targets. A package of its own, because they are built with sanitizers: `make fuzz`.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Pose3D", path: "..")],
  targets: [
    .executableTarget(
      name: "pose3d-fuzz",
      dependencies: [
        .product(name: "PoseAnalysis", package: "Pose3D"),
        .product(name: "PoseEvaluation", package: "Pose3D"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)

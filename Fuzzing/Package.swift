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
        .product(name: "Geometry", package: "Pose3D"),
        .product(name: "Kinematics", package: "Pose3D"),
        .product(name: "Documents", package: "Pose3D"),
        .product(name: "Imaging", package: "Pose3D"),
        .product(name: "DepthIO", package: "Pose3D"), .product(name: "Pose3D", package: "Pose3D"),
        .product(name: "PoseFiles", package: "Pose3D"),
        .product(name: "Detection", package: "Pose3D"),
        .product(name: "Video", package: "Pose3D"), .product(name: "Motion", package: "Pose3D"),
        .product(name: "PoseDrawing", package: "Pose3D"),
        .product(name: "Evaluation", package: "Pose3D"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)

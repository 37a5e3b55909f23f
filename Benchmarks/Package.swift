// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of Pose3D never build the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Pose3D", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // What reading a PNG is measured against: the library alone.
    .systemLibrary(
      name: "CSpngPeer", pkgConfig: "spng",
      providers: [.apt(["libspng-dev"]), .brew(["libspng"])]),
    .executableTarget(
      name: "pose3d-bench",
      dependencies: [
        "CSpngPeer",
        .product(name: "Kinematics", package: "Pose3D"),
        .product(name: "Geometry", package: "Pose3D"),
        .product(name: "Imaging", package: "Pose3D"),
        .product(name: "Documents", package: "Pose3D"),
        .product(name: "DepthIO", package: "Pose3D"),
        .product(name: "Pose3D", package: "Pose3D"),
        .product(name: "PoseFiles", package: "Pose3D"),
        .product(name: "Detection", package: "Pose3D"),
        .product(name: "Video", package: "Pose3D"),
        .product(name: "Motion", package: "Pose3D"),
        .product(name: "Evaluation", package: "Pose3D"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

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
        .product(name: "PoseAnalysis", package: "Pose3D"),
        .product(name: "PoseEvaluation", package: "Pose3D"),
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

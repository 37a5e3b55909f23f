// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fingers",
  dependencies: [.package(name: "Pose3D", path: "../..")],
  targets: [
    .executableTarget(
      name: "fingers", dependencies: [.product(name: "Vision", package: "Pose3D")], path: "Sources")
  ]
)

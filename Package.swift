// swift-tools-version: 6.2
import PackageDescription

// Debian's OpenEXR.pc names a flag that the package manager warns of at every build, and nothing else
// that is needed there.
#if os(Linux)
let openEXR: String? = nil
#else
let openEXR: String? = "OpenEXR"
#endif

// FFmpeg's libraries are loaded at run time: a pkg-config name would have them linked. It is needed where
// compilers don't find the headers by themselves.
#if os(Linux)
let ffmpeg: String? = nil
#else
let ffmpeg: String? = "libavutil"
#endif

// AprilTag's library, too, is loaded at run time.
#if os(Linux)
let aprilTag: String? = nil
#else
let aprilTag: String? = "apriltag"
#endif

let package = Package(
  name: "Pose3D",
  platforms: [.macOS(.v15)],
  // What another package imports. PoseExport and PoseLive stand beside PoseAnalysis, which has the modules
  // whose types they take.
  products: [
    .library(name: "Kinematics", targets: ["Kinematics", "PoseGeometry"]),
    .library(name: "DepthIO", targets: ["DepthIO", "PoseImaging", "PoseDocuments"]),
    .library(name: "Pose3D", targets: ["Pose3D", "PoseImaging", "Kinematics", "PoseGeometry"]),
    .library(
      name: "PoseAnalysis",
      targets: [
        "PoseAnalysis", "PoseDetection", "PoseVideo", "PoseMultiView", "PoseMotion", "PoseFiles",
        "PoseDrawing", "PoseReport", "Pose3D", "DepthIO", "PoseImaging", "PoseDocuments",
        "Kinematics",
        "PoseGeometry",
      ]),
    .library(name: "PoseExport", targets: ["PoseExport", "PoseFiles"]),
    .library(name: "PoseLive", targets: ["PoseLive", "PoseSending"]),
    .library(name: "pose3d_c", type: .dynamic, targets: ["Pose3DC"]),
    .executable(name: "pose3d", targets: ["Pose3DCLI"]),
    .plugin(name: "Pose3DSetup", targets: ["Pose3DSetup"]),
  ],
  // What a build may have besides; neither is fetched or compiled unless its trait is asked for.
  traits: [
    .trait(name: "LiveServer", description: "The page of pose3d live, by SwiftNIO."),
    .trait(
      name: "TLS", description: "TLS for that page, by BoringSSL.", enabledTraits: ["LiveServer"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    // MARK: For packages that depend on this one.
    .plugin(
      name: "Pose3DSetup",
      capability: .command(
        intent: .custom(
          verb: "pose3d-setup",
          description: "Installs what Pose3D needs at run time: libraries, the runtime, the models."
        ),
        permissions: [
          .allowNetworkConnections(
            scope: .all(), reason: "The runtime and the models are fetched."),
          .writeToPackageDirectory(reason: "A link to them goes into .build."),
        ])),

    // MARK: C libraries. Each exists only so that Swift can import it; none is API.
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
      name: "CWebP", pkgConfig: "libwebpdemux",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CZip", pkgConfig: "libzip",
      providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CFFmpegHeaders", pkgConfig: ffmpeg,
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .target(
      name: "CFFmpeg", dependencies: ["CFFmpegHeaders"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(
      name: "CAprilTagHeaders", pkgConfig: aprilTag,
      providers: [.apt(["libapriltag-dev"]), .brew(["apriltag"])]),
    .target(
      name: "CAprilTag", dependencies: ["CAprilTagHeaders"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CLAPACKE", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CPose3D"),
    .target(name: "CSampling"),
    .target(name: "CSHA256"),
    .target(name: "CPages"),
    .target(name: "CLifterWeights", exclude: ["lifter_f16.bin", "temporal_f16.bin"]),

    // MARK: Libraries; imports go one way, top to bottom.
    .target(name: "PoseSystem"),
    .target(name: "PoseGeometry", dependencies: ["PoseSystem"]),
    .target(name: "PoseWorkers"),
    .target(name: "Kinematics", dependencies: ["PoseSystem", "PoseGeometry", "CLAPACKE"]),
    .target(name: "PoseImaging", dependencies: ["PoseSystem", "PoseGeometry"]),
    .target(
      name: "PoseDocuments",
      dependencies: ["PoseSystem", "CZip", "CExpat", .product(name: "Yams", package: "Yams")]),
    .target(
      name: "DepthIO",
      dependencies: [
        "PoseSystem",
        "PoseImaging", "PoseDocuments", "PoseGeometry", "CSpng", "CTurboJPEG", "CTIFF", "CEXR",
        "CHEIF",
        "CWebP",
      ]),
    .target(
      name: "Pose3D",
      dependencies: ["PoseSystem", "PoseImaging", "Kinematics", "PoseGeometry", "CLifterWeights"]),
    .target(
      name: "PoseDetection",
      dependencies: [
        "Pose3D", "PoseImaging", "PoseDocuments", "Kinematics", "PoseGeometry", "PoseWorkers",
        "COpenVINO", "CSampling", "CSHA256",
      ]),
    .target(
      name: "PoseVideo",
      dependencies: ["PoseSystem", "DepthIO", "PoseImaging", "PoseDocuments", "CFFmpeg"]),
    .target(
      name: "PoseBoards",
      dependencies: [
        "PoseSystem", "PoseImaging", "PoseDocuments", "Kinematics", "PoseGeometry", "CAprilTag",
      ]),
    .target(
      name: "PoseMotion",
      dependencies: [
        "PoseSystem", "Pose3D", "PoseImaging", "Kinematics", "PoseGeometry", "PoseWorkers",
      ]),
    .target(
      name: "PoseMultiView",
      dependencies: [
        "PoseSystem", "PoseMotion", "Pose3D", "PoseImaging", "Kinematics", "PoseGeometry",
      ]),
    .target(
      name: "PoseFiles",
      dependencies: [
        "PoseMotion", "Pose3D", "DepthIO", "PoseImaging", "PoseDocuments", "Kinematics",
        "PoseGeometry",
      ]),
    .target(
      name: "PoseExport",
      dependencies: [
        "PoseFiles", "PoseMotion", "Pose3D", "PoseDocuments", "Kinematics", "PoseGeometry",
      ]),
    .target(
      name: "PoseDrawing",
      dependencies: [
        "PoseSystem",
        "PoseMotion", "PoseBoards", "Pose3D", "PoseImaging", "Kinematics", "PoseGeometry", "CCairo",
      ]),
    .target(
      name: "PoseReport",
      dependencies: [
        "PoseFiles", "PoseMotion", "Pose3D", "PoseImaging", "PoseDocuments", "Kinematics",
        "PoseGeometry", "CPages",
      ],
      exclude: ["Page"]),
    .target(
      name: "PoseAnalysis",
      dependencies: [
        "PoseDetection", "PoseVideo", "PoseDrawing", "PoseReport", "PoseFiles",
        "PoseMultiView", "PoseBoards", "PoseMotion", "Pose3D", "DepthIO", "PoseImaging",
        "PoseDocuments", "Kinematics", "PoseGeometry", "PoseWorkers",
      ]),
    .target(
      name: "PoseLive",
      dependencies: [
        "PoseAnalysis", "PoseDetection", "PoseFiles", "PoseMotion", "Pose3D", "DepthIO",
        "PoseImaging", "PoseDocuments",
        "Kinematics", "PoseGeometry", "PoseWorkers", "CPages",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(
          name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
      ],
      exclude: ["Page"]),
    .target(
      name: "PoseSending",
      dependencies: [
        "PoseSystem", "PoseFiles",
        "PoseAnalysis", "PoseExport", "PoseMotion", "Pose3D", "PoseDocuments", "Kinematics",
        "PoseGeometry",
      ]),

    // MARK: The C library, which Sources/CPose3D/include/pose3d.h describes.
    .target(
      name: "Pose3DC",
      dependencies: [
        "PoseAnalysis", "PoseDetection", "PoseVideo", "PoseDrawing", "PoseFiles", "PoseMotion",
        "PoseReport", "Pose3D", "DepthIO",
        "PoseImaging", "PoseDocuments", "Kinematics", "PoseWorkers", "CPose3D",
      ]),

    // MARK: The command line tool.
    .executableTarget(
      name: "Pose3DCLI",
      dependencies: [
        "PoseGeometry", "Kinematics", "PoseImaging", "PoseDocuments", "DepthIO", "Pose3D",
        "PoseFiles",
        "PoseExport", "PoseReport", "PoseDetection", "PoseVideo", "PoseMultiView", "PoseMotion",
        "PoseBoards", "PoseDrawing",
        "PoseAnalysis", "PoseLive", "PoseSending", "PoseWorkers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Tests, and what they share.
    .testTarget(name: "TestSupport", dependencies: ["PoseDocuments", "PoseGeometry"]),
    .testTarget(
      name: "MotionTestSupport",
      dependencies: ["PoseMotion", "Pose3D", "Kinematics", "PoseGeometry"]),
    .testTarget(name: "ImageTestSupport", dependencies: ["PoseImaging", "PoseGeometry"]),
    .testTarget(name: "TestSupportTests"),
    .testTarget(
      name: "KinematicsTests", dependencies: ["PoseSystem", "Kinematics", "PoseGeometry"]),
    .testTarget(
      name: "DepthIOTests",
      dependencies: ["PoseSystem", "DepthIO", "PoseImaging", "PoseDocuments", "PoseGeometry"]),
    .testTarget(
      name: "Pose3DTests",
      dependencies: [
        "PoseSystem",
        "PoseFiles", "Pose3D", "DepthIO", "PoseImaging", "PoseDocuments", "Kinematics",
        "PoseGeometry",
        "CLifterWeights",
      ]),
    .testTarget(
      name: "PoseDetectionTests",
      dependencies: [
        "ImageTestSupport", "PoseDetection", "PoseFiles", "Pose3D", "DepthIO", "PoseImaging",
        "PoseDocuments",
        "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseVideoTests",
      dependencies: ["PoseVideo", "DepthIO", "PoseImaging", "PoseDocuments"]),
    .testTarget(
      name: "PoseBoardsTests",
      dependencies: [
        "PoseSystem", "PoseBoards", "DepthIO", "PoseImaging", "PoseDocuments", "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseMotionTests",
      dependencies: [
        "MotionTestSupport", "PoseMotion", "PoseFiles", "Pose3D", "DepthIO", "PoseImaging",
        "PoseDocuments",
        "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseMultiViewTests",
      dependencies: [
        "ImageTestSupport", "MotionTestSupport", "PoseMultiView", "PoseMotion", "Pose3D",
        "PoseImaging", "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseExportTests",
      dependencies: [
        "PoseExport", "PoseFiles", "PoseMotion", "Pose3D", "PoseDocuments", "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseReportTests",
      dependencies: [
        "PoseReport", "PoseFiles", "PoseMotion", "Pose3D", "PoseImaging", "PoseDocuments",
        "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseDrawingTests",
      dependencies: [
        "PoseDrawing", "PoseMotion", "Pose3D", "DepthIO", "PoseImaging", "PoseDocuments",
        "Kinematics",
        "PoseGeometry",
      ]),
    .testTarget(
      name: "PoseAnalysisTests",
      dependencies: [
        "ImageTestSupport", "PoseAnalysis", "PoseDetection", "PoseVideo", "PoseFiles",
        "PoseMultiView", "PoseMotion", "Pose3D",
        "DepthIO", "PoseImaging",
        "PoseDocuments", "Kinematics", "PoseGeometry", "PoseWorkers",
      ]),
    .testTarget(
      name: "PoseLiveTests",
      dependencies: [
        "PoseLive", "PoseAnalysis", "PoseDetection", "PoseDocuments", "PoseMotion",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["LiveServer"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
      ]),
    .testTarget(
      name: "PoseSendingTests",
      dependencies: [
        "PoseSending", "PoseMotion", "Pose3D", "Kinematics", "PoseGeometry",
      ]),
    .testTarget(
      name: "Pose3DCTests",
      dependencies: ["Pose3DC", "CPose3D", "PoseAnalysis", "DepthIO", "PoseImaging", "PoseVideo"]),
    // They run the program and don't import it: with it they would be compiled last, by one processor alone.
    .testTarget(name: "CLITests", dependencies: ["PoseSystem", "PoseVideo"]),
    .testTarget(name: "OptionsTests", dependencies: ["PoseAnalysis"]),
    // Scripts, packages and recipes, by `make check-scripts`.
    .testTarget(name: "PackagingTests", dependencies: ["Pose3DCLI"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17
)

// Apple's names for all this. Apple's systems have them already, and so may a package that depends on this one: names of
// modules are unique among all packages of a build, whether they are used or not.
#if os(Linux)
if Context.environment["POSE3D_WITHOUT_VISION"] == nil {
  package.products.append(.library(name: "Vision", targets: ["Vision", "simd"]))
  package.targets += [
    .target(name: "simd", dependencies: ["PoseSystem"]),
    .target(
      name: "Vision",
      dependencies: [
        "simd", "PoseAnalysis", "PoseDetection", "PoseVideo", "Pose3D", "DepthIO", "PoseImaging",
        "PoseDocuments", "Kinematics", "PoseGeometry", "PoseWorkers",
      ]),
    .testTarget(
      name: "VisionTests",
      dependencies: [
        "Vision", "simd", "PoseAnalysis", "PoseDetection", "PoseVideo", "Pose3D", "DepthIO",
        "PoseImaging",
        "PoseDocuments",
        "Kinematics",
      ]),
    // Listings of other people's, as they are printed: in both language modes, without our features.
    .testTarget(name: "VisionListingsTests", dependencies: ["Vision", "simd"]),
    .testTarget(name: "VisionListingsSwift5Tests", dependencies: ["Vision", "simd"]),
  ]
}
#endif

// Accuracy and speed, measured: `make bench` and `make fuzz` ask for it, and so do the tests. Packages that depend on this one
// never get it.
if Context.environment["POSE3D_BENCHMARKS"] != nil || Context.environment["POSE3D_TESTS"] != nil {
  let evaluated: [Target.Dependency] = [
    "PoseFiles", "Pose3D", "DepthIO", "PoseImaging", "PoseDocuments", "Kinematics", "PoseGeometry",
  ]
  package.products.append(.library(name: "PoseEvaluation", targets: ["PoseEvaluation"]))
  package.targets += [
    .target(
      name: "PoseEvaluation", dependencies: ["PoseSystem"] + evaluated,
      path: "Benchmarks/Sources/PoseEvaluation"),
    .executableTarget(
      name: "pose3d-bench",
      dependencies: evaluated + [
        "PoseEvaluation", "PoseAnalysis", "PoseDetection", "PoseMotion", "PoseMultiView",
        "PoseVideo", "CSpng", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Sources/pose3d-bench"),
    .testTarget(
      name: "PoseEvaluationTests", dependencies: ["PoseEvaluation"] + evaluated,
      path: "Benchmarks/Tests/PoseEvaluationTests"),
  ]
}

for target in package.targets where target.isTest && target.name != "TestSupport" {
  target.dependencies.append("TestSupport")
}

// Every Swift target is built with the upcoming language features.
for target in package.targets where ![.system, .plugin].contains(target.type) {
  guard !target.name.hasPrefix("C") || target.name == "CLITests" else { continue }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

// Two thirds of a build is optimising. The command line tool, the steps that string the others together
// and pages are hardly faster for it: what is done for every pixel is in other modules. Small functions of the lower modules are built into those that call
// them; of the upper ones nothing is called often enough for that.
let unoptimised: Set = [
  "Pose3DCLI", "PoseAnalysis", "PoseEvaluation", "PoseReport", "PoseLive", "PoseSending",
]
let rarelyCalled: Set = [
  "PoseDocuments", "DepthIO", "PoseDetection", "PoseVideo", "PoseBoards", "PoseMotion",
  "PoseMultiView", "PoseDrawing", "PoseFiles", "PoseExport", "Pose3DC", "Vision",
]
for target in package.targets {
  if unoptimised.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  } else if rarelyCalled.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-disable-cmo"], .when(configuration: .release)))
  }
}

for target in package.targets where target.name.hasPrefix("VisionListings") {
  let isSwift5 = target.name.contains("Swift5")
  target.swiftSettings = [.swiftLanguageMode(isSwift5 ? .v5 : .v6)]
}

// What `make test` asks for; packages that depend on this one never get it. A warning is an error. The
// modules that do the work are always optimised: unoptimised they take most of the tests' time. Tests are
// not, but for what draws boards and other images (`ImageTestSupport`): compiling them takes longer than running
// them. Where one module is named, only its tests are there to be built; else all but those of
// `make check-scripts`.
if let tested = Context.environment["POSE3D_TESTS"] {
  let computing: Set = [
    "PoseDetection", "DepthIO", "PoseDocuments", "PoseGeometry", "PoseImaging", "Kinematics",
    "PoseMultiView", "PoseMotion", "PoseBoards", "PoseBoardsTests", "Pose3D", "PoseDrawing",
    "PoseFiles", "TestSupport", "ImageTestSupport",
  ]
  package.targets.removeAll { target in
    guard target.isTest else { return false }
    return tested == "all"
      ? target.name == "PackagingTests"
      : target.name != tested + "Tests" && !target.name.hasSuffix("TestSupport")
  }
  for target in package.targets {
    if ["CLifterWeights", "CSampling", "CSHA256"].contains(target.name) {
      target.cSettings = [.unsafeFlags(["-O2"])]
    }
    guard target.swiftSettings != nil else { continue }
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
    if computing.contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    } else if target.isTest || target.name == "pose3d-bench" {
      target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
    }
  }
}

import Foundation
import TestSupport
import Testing

/// The library from outside: a C program, and the Python package.
struct OutsideTests {
  private static let header = Checkout.path("Sources/CPose3D/include")

  @Test(arguments: ["c", "c++"])
  func `the header needs nothing else`(language: String) async throws {
    let run = try await ChildProcess(
      "clang",
      [
        "-x", language, "-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror",
        "\(Self.header)/pose3d.h",
      ])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test func `the example in C prints the demo's person`() async throws {
    let folder = try TemporaryFolder()
    let program = folder.path("analyze")
    let products = Products.folder.path
    let compiled = try await ChildProcess(
      "clang",
      [
        "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror",
        Checkout.path("Examples/c/analyze.c"), "-I", Self.header, "-L", products, "-lpose3d_c",
        "-Wl,-rpath,\(products)", "-o", program,
      ])
    try #require(compiled.exitCode == 0, "\(compiled.errors)")
    let run = try await ChildProcess(
      program, [InterfaceTests.color, InterfaceTests.whole], place: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 18 && lines[0].hasPrefix("person 0, 1.5"))
    #expect(lines[1].hasPrefix("root ") && lines[17].hasPrefix("rightWrist "))
    let refused = try await ChildProcess(program, ["/no/such.jpg"], place: folder)
    #expect(refused.exitCode == 66)
    #expect(refused.errors == "/no/such.jpg: there is no such file\n")
  }

  /// Whether `python3` has NumPy.
  private static let hasNumPy: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import numpy"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: hasNumPy, "the Python package needs python3 with NumPy"))
  func `the Python package passes its tests`() async throws {
    let run = try await ChildProcess(
      "python3", ["-m", "unittest", "discover", "-s", Checkout.path("Python/tests")],
      environment: [
        "POSE3D_LIBRARY": Products.folder.appending(path: "libpose3d_c.so").path,
        "POSE3D_PROGRAM": Products.folder.appending(path: "pose3d").path,
        "POSE3D_HOME": Checkout.path(".deps"), "PYTHONPATH": Checkout.path("Python"),
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}

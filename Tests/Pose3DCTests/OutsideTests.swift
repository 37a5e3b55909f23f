import Foundation
import TestSupport
import Testing

/// The library from outside, as a C program has it.
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
}

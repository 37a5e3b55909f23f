import PoseDocuments
import Testing

@testable import PoseAnalysis

/// Where runtime and models are looked for.
struct InstallationTests {
  @Test func `missing linear algebra is an error, not the end of the program`() throws {
    try Installation.checkLinearAlgebra()
    let error = #expect(throws: FileError.self) {
      try Installation.checkLinearAlgebra("liblapacke.so.3 can't be loaded")
    }
    #expect(error?.code == .unsupported)
    #expect(error?.description == "linear algebra: liblapacke.so.3 can't be loaded")
  }

  @Test(arguments: [
    ("/usr/bin", ["/usr/bin/.deps", "/usr/.deps", "/usr/lib/pose3d", "/usr/share/pose3d"]),
    (
      "/home/ana/my tools/pose3d/bin",
      [
        "/home/ana/my tools/pose3d/bin/.deps", "/home/ana/my tools/pose3d/.deps",
        "/home/ana/my tools/.deps", "/home/ana/.deps", "/home/.deps",
        "/home/ana/my tools/pose3d/lib/pose3d", "/home/ana/my tools/pose3d/share/pose3d",
      ]
    ),
    (
      "/src/.build/x86_64-unknown-linux-gnu/release",
      [
        "/src/.build/x86_64-unknown-linux-gnu/release/.deps",
        "/src/.build/x86_64-unknown-linux-gnu/.deps", "/src/.build/.deps", "/src/.deps",
        "/src/.build/x86_64-unknown-linux-gnu/lib/pose3d",
        "/src/.build/x86_64-unknown-linux-gnu/share/pose3d",
      ]
    ),
  ])
  func `a checkout's .deps is tried before an installation's lib and share`(
    program: String, places: [String]
  ) {
    #expect(Installation.places(forProgramIn: program) == places)
  }
}

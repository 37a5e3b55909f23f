import TestSupport
import Testing

/// What makes up files: archives, damage, digits.
struct MadeUpFileTests {
  @Test func `an archive of stored members is one to Python`() async throws {
    let archive = StoredZIP.bytes(
      [("a.txt", Array("hello".utf8)), ("b/c.bin", [0, 255, 7])], padding: 3)
    let folder = try TemporaryFolder()
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          for name in archive.namelist(): print(name, archive.read(name).hex())
      """
    let run = try await ChildProcess(
      "python3", ["-c", script, folder.file("a.zip", archive)])
    #expect(run.output == "a.txt 68656c6c6f\nb/c.bin 00ff07\n", "\(run.errors)")
  }

  /// The check value of the catalogue of CRCs (Cook: CRC RevEng, CRC-32/ISO-HDLC).
  @Test func `the checksum is the published one`() {
    #expect(StoredZIP.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(StoredZIP.checksum([]) == 0)
  }

  @Test func `digits become bytes, and what is none is left out`() {
    #expect([UInt8](hexadecimal: "00fF1a") == [0, 255, 26])
    #expect([UInt8](hexadecimal: "00zz1") == [0])
    #expect([UInt8](hexadecimal: "").isEmpty)
  }

  @Test func `damage is the same at every run, within its places, and cuts every fourth copy`() {
    let original = [UInt8](repeating: 9, count: 100)
    let copies = Array(
      DamagedCopies(
        of: original, count: 40, changes: 1...3, in: [10..<20, 90..<95], values: [1, 2],
        cutsShort: true))
    #expect(copies.count == 40)
    #expect(
      copies
        == Array(
          DamagedCopies(
            of: original, count: 40, changes: 1...3, in: [10..<20, 90..<95], values: [1, 2],
            cutsShort: true)))
    #expect(Set(copies).count > 30)
    for (index, copy) in copies.enumerated() {
      let changed = copy.indices.filter { copy[$0] != 9 }
      #expect(changed.count <= 3)
      #expect(changed.allSatisfy { (10..<20).contains($0) || (90..<95).contains($0) })
      #expect((copy.count < 100) == ((index + 1) % 4 == 0))
    }
  }
}

import PoseDocuments
import Testing

/// Texts that stand in cells of CSV.
struct CSVTextTests {
  @Test(arguments: [
    ("squat", "squat"), ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("a\nb", "\"a\nb\""), ("a;b", "\"a;b\""),
    ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("a-b", "a-b"), ("1.5", "1.5"), ("-1.5", "-1.5"),
    ("+2", "+2"), ("-1e-3", "-1e-3"),
  ])
  func `plain texts and numbers stay as they are`(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  @Test(arguments: [
    ("=1+2", "'=1+2"), ("+A1", "'+A1"), ("-A1", "'-A1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("＝1", "'＝1"), ("=HYPERLINK(\"a\")", "\"'=HYPERLINK(\"\"a\"\")\""),
    ("a;=1", "\"a;'=1\""), ("a\n=1", "\"a\n'=1\""), ("a\t@b", "\"a\t'@b\""),
    ("\r=1", "\"\r'=1\""),
  ])
  func `what a spreadsheet would run as a formula is a text`(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  @Test(arguments: [
    ("=a.mp4", "./=a.mp4"), ("-a/b.mp4", "./-a/b.mp4"), ("videos/=a.mp4", "videos/=a.mp4"),
    ("/videos/a.mp4", "/videos/a.mp4"), ("-1", "./-1"), ("", ""),
  ])
  func `a path stays a path of the same file`(path: String, cell: String) {
    #expect(CSVText.path(path) == cell)
  }
}

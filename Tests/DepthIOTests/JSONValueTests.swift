import PoseDocuments
import Foundation
import Testing

struct JSONValueTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1234567, "0.123457"),
    (0.0000004, "0"), (-0.0000004, "0"), (0.0000005, "0.000001"), (123456.789, "123456.789"),
    (1e-300, "0"), (2.000001, "2.000001"), (.nan, "null"), (.infinity, "null"), (1e300, "1e+300"),
    (8_999_999_999.5, "8999999999.5"), (9e9, "9000000000.0"),
  ])
  func `a number is rounded to a millionth and never is NaN or −0`(
    value: Double, text: String
  ) {
    #expect(JSONValue.number(value).text == text + "\n")
  }

  @Test func `an exact number keeps its digits`() {
    #expect(JSONValue.exact(1.25e-7).text == "1.25e-07\n")
  }

  @Test func `strings are escaped as the standard asks`() throws {
    let string = "a\"b\\c\n\t\u{1}é漢\u{1F600}/"
    let text = JSONValue.string(string).text
    let decoded = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(decoded as? String == string)
  }

  @Test func `members keep their order, and plain arrays stay on a line`() {
    let value = JSONValue.object([
      ("z", .numbers([1, 2.5])), ("a", .object([("x", .null), ("y", .bool(true))])),
      ("list", .array([.object([("n", .integer(3))])])), ("none", .array([])),
    ])
    #expect(
      value.text == """
        {
          "z": [1, 2.5],
          "a": { "x": null, "y": true },
          "list": [
            { "n": 3 }
          ],
          "none": []
        }

        """)
  }
}

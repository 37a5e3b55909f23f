import Foundation
import PoseFiles
import PoseMotion

/// The table of a person's walking for people.
enum GaitTable {
  typealias Line = (text: String, style: Terminal.Style)

  static func lines(
    of person: GaitDocument.Person, reference: GaitReference?
  ) -> [Line] {
    let gait = person.gait
    let passes = gait.passes.map { pass -> Line in (pass.text, .plain) }
    let excluded = gait.excluded.map { part -> Line in (part.sentence, .faint) }
    let quantities = GaitAnalysis.Quantity.allCases
    let rows = quantities.map { quantity -> [String] in
      let measures = gait.measures.filter { $0.quantity == quantity }
      let difference = gait.asymmetries.first { $0.quantity == quantity }
      let texts = reference?.texts(of: measures)
      return [
        quantity.title, measures[0].text, measures.count > 1 ? measures[1].text : "",
        difference?.text ?? "",
        "\(measures.reduce(0) { $0 + $1.count })",
      ] + (reference == nil ? [] : [texts?.range ?? "", texts?.position ?? ""])
    }
    let heads =
      ["", "left, or both", "right", "asymmetry", "count"]
      + (reference == nil ? [] : ["reference", ""])
    let widths = heads.indices.map { column in
      ([heads] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { column in
        column == 0 ? cells[column].left(widths[column]) : cells[column].right(widths[column])
      }.joined(separator: "   ").trimmed
    }
    return [("person \(person.id)   walking", .heading)] + passes + excluded + [
      ("", .plain), (line(heads), .heading),
    ] + rows.map { (line($0), .plain) } + [
      ("", .plain),
      (
        "±: one standard deviation of the mean. asymmetry: left less right, as a share of their mean.",
        .faint
      ),
    ] + (reference.map { [($0.sentence, .faint)] } ?? [])
  }
}

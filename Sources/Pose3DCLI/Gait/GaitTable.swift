import Foundation
import PoseFiles
import PoseMotion

/// The table of a person's walking for people.
enum GaitTable {
  static func lines(
    of person: GaitDocument.Person, reference: GaitReference?
  ) -> [TableLine] {
    let gait = person.gait
    let passes = gait.passes.map { pass -> TableLine in (pass.text, .plain) }
    let excluded = gait.excluded.map { part -> TableLine in (part.sentence, .faint) }
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
    let heading: TableLine = ("person \(person.id)   walking", .heading)
    return [heading] + passes + excluded + [("", .plain)] + TableColumns.table(heads, rows) + [
      ("", .plain),
      (
        "±: one standard deviation of the mean. asymmetry: left less right, as a share of their mean.",
        .faint
      ),
    ] + (reference.map { [($0.sentence, .faint)] } ?? [])
  }
}

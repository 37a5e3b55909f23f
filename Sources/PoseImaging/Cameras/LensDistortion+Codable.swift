/// A lens as its model and its numbers.
extension LensDistortion: Codable {
  private enum CodingKeys: String, CodingKey { case model, coefficients, inverse, center }

  /// Encodes the model and its coefficients, of a table also the table back and the centre.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(model, forKey: .model)
    try values.encode(coefficients, forKey: .coefficients)
    if case .radialTable(let table) = self {
      try values.encodeIfPresent(table.inverse, forKey: .inverse)
      try values.encode(table.center, forKey: .center)
    }
  }

  /// A lens from an encoded one. Throws a `DecodingError` for coefficients that the model doesn't take.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let model = try values.decode(Model.self, forKey: .model)
    let coefficients = try values.decode([Double].self, forKey: .coefficients)
    let lens =
      model == .radialTable
      ? LensDistortion(
        radialTable: coefficients,
        inverseRadialTable: try values.decodeIfPresent([Double].self, forKey: .inverse),
        center: try values.decode(SIMD2<Double>.self, forKey: .center))
      : LensDistortion(model: model, coefficients: coefficients)
    guard let lens else {
      throw DecodingError.dataCorruptedError(
        forKey: .coefficients, in: values,
        debugDescription: "these are no coefficients of \(model.rawValue)")
    }
    self = lens
  }
}

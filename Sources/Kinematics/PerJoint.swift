/// A value for each of the 17 joints; never partial.
public struct PerJoint<Value> {
  @usableFromInline var values: [Value]

  /// The same value for every joint.
  @inlinable public init(repeating value: Value) {
    values = Array(repeating: value, count: Joint.allCases.count)
  }

  /// The value that `value` gives for each joint, asked in the order of `Joint.allCases`.
  @inlinable public init(_ value: (Joint) throws -> Value) rethrows {
    values = try Joint.allCases.map(value)
  }

  /// The value of a joint.
  @inlinable public subscript(joint: Joint) -> Value {
    get { values[joint.rawValue] }
    set { values[joint.rawValue] = newValue }
  }

  /// The values turned into others, joint by joint.
  @inlinable public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PerJoint<
    Other
  > {
    try PerJoint<Other> { try transform(self[$0]) }
  }
}

extension PerJoint: Sendable where Value: Sendable {}
extension PerJoint: Equatable where Value: Equatable {}
extension PerJoint: Hashable where Value: Hashable {}

extension PerJoint: Encodable where Value: Encodable {
  /// Encodes the values as a list, in the order of `Joint.allCases`.
  public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}

extension PerJoint: Decodable where Value: Decodable {
  /// The values of a list. Throws a `DecodingError` unless there is one for each joint.
  public init(from decoder: any Decoder) throws {
    values = try [Value](from: decoder)
    guard values.count == Joint.allCases.count else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(values.count) values for \(Joint.allCases.count) joints"))
    }
  }
}

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

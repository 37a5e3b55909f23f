/// Carries a value that isn't `Sendable` to another thread. From then on that thread alone uses the value,
/// which the caller guarantees.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

/// A value in a box that copies share until one of them changes its own.
///
/// The box is an array of one element. The standard library's copy-on-write makes it `Sendable` without
/// `@unchecked`.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  private var storage: [Value]

  init(_ value: Value) { storage = [value] }

  var value: Value {
    // The span borrows the value; an array access would copy it.
    _read { yield storage.span[0] }
    _modify { yield &storage[0] }
  }

  static func == (a: Shared, b: Shared) -> Bool { a.isSameBox(as: b) || a.value == b.value }

  /// Whether both are the same box, which proves them equal without a comparison.
  func isSameBox(as other: Shared) -> Bool {
    storage.span.isIdentical(to: other.storage.span)
  }
}

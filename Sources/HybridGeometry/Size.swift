/// A width and a height of the same kind.
///
/// This type and the others of this target are public and inlinable although no app needs them: the optimiser
/// takes nothing that is `package` into another target, and layout is made of them.
@frozen public struct Size<Value> {
  /// The horizontal extent.
  public var width: Value
  /// The vertical extent.
  public var height: Value

  /// A size from its two extents.
  @inlinable public init(width: Value, height: Value) {
    self.width = width
    self.height = height
  }

  /// The same value on both axes.
  @inlinable public init(_ both: Value) { self.init(width: both, height: both) }
}

extension Size: Sendable where Value: Sendable {}
extension Size: BitwiseCopyable where Value: BitwiseCopyable {}
extension Size: Equatable where Value: Equatable {}
extension Size: Hashable where Value: Hashable {}

extension Size where Value == Double {
  /// Nothing by nothing.
  @inlinable public static var zero: Size { Size(0) }
}

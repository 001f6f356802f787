import HybridGeometry

/// The distinct styles of a tree.
///
/// The nodes of a page share few styles: a list of a thousand cards has about a dozen. Stored apart from the
/// nodes they stay in the processor's cache, and values that depend on a style alone are computed once.
struct StyleTable: Sendable {
  private(set) var entries: [StyleEntry] = []
  /// Free positions in ``entries``.
  private var free: [Int32] = []
  /// Positions of entries by the hash of their style: open addressing, -1 for an empty slot; a power of two.
  private var slots: [Int32] = []
  private var usedSlots = 0
  /// The most recently used entry: neighbouring nodes often have equal styles.
  private var latest: Int32 = -1

  /// The entry for a style, with its reference count increased.
  mutating func retain(_ style: LayoutStyle) -> Int32 {
    if latest >= 0, entries[Int(latest)].given == style {
      entries[Int(latest)].references += 1
      return latest
    }
    let hash = style.mixedHash
    if (usedSlots + 1) * 2 > slots.count { rebuildSlots() }
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] >= 0 {
      let index = slots[slot]
      if entries[Int(index)].hash == hash, entries[Int(index)].given == style {
        entries[Int(index)].references += 1
        latest = index
        return index
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = add(StyleEntry(style, hash: hash))
    usedSlots += 1
    latest = slots[slot]
    return latest
  }

  /// Increases the reference count of an entry.
  mutating func retain(entry: Int32) { entries[Int(entry)].references += 1 }

  /// Releases an entry. It can be found until the next rebuild, so styles that alternate are reused.
  mutating func release(_ entry: Int32) { entries[Int(entry)].references -= 1 }

  /// Opens the entries for a layout.
  mutating func withTable<Result>(_ body: (Table<StyleEntry>) -> Result) -> Result {
    entries.withTable(body)
  }

  private mutating func add(_ entry: StyleEntry) -> Int32 {
    if let index = free.popLast() {
      entries[Int(index)] = entry
      return index
    }
    entries.append(entry)
    return Int32(entries.count - 1)
  }

  /// Frees entries without references, and rebuilds the hash table with room for as many entries again.
  private mutating func rebuildSlots() {
    latest = -1
    free = []
    for index in entries.indices where entries[index].references == 0 { free.append(Int32(index)) }
    var count = 16
    while count < (entries.count - free.count + 1) * 4 { count *= 2 }
    slots = [Int32](repeating: -1, count: count)
    usedSlots = entries.count - free.count
    for index in entries.indices where entries[index].references > 0 {
      var slot = entries[index].hash & (count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Int32(index)
    }
  }
}

/// A style with the values that depend on it alone.
struct StyleEntry: Sendable {
  /// The style as the tree's owner gave it, without NaN.
  let given: LayoutStyle
  let hash: Int
  var references: Int32 = 1
  let traits: StyleTraits
  /// Border, padding and scroll bars; padding percentages are 0.
  let insets: Edges<Double>
  /// Border and padding.
  let borderPadding: AxisSums
  /// Used margins; `auto` and percentages are 0.
  let margins: Edges<Double>
  let flexGrow: Double
  let flexShrink: Double
  /// The preferred aspect ratio, or 0.
  let ratio: Double

  init(_ style: LayoutStyle, hash: Int) {
    given = style
    self.hash = hash
    traits = StyleTraits(style)
    let box = style.boxModel(percentageWidth: 0)
    insets = box.insets
    borderPadding = box.borderPadding
    margins = style.margins(percentageWidth: 0)
    flexGrow = max(0, LayoutStyle.clamped(Double(style.flexGrow)))
    flexShrink = max(0, LayoutStyle.clamped(Double(style.flexShrink)))
    ratio = style.aspectRatio.map { $0 > 0 && $0 < .infinity ? Double($0) : 0 } ?? 0
  }
}

extension StyleEntry {
  /// Whether boxes with these styles play the same part in their container: each is one in-flow box, with the
  /// same `order` and `float`.
  func takesSamePart(as other: StyleEntry) -> Bool {
    traits.isDisjoint(with: .unusual) && other.traits.isDisjoint(with: .unusual)
      && given.order == other.given.order && given.float == other.given.float
      && given.isInLine == other.given.isInLine
  }
}

/// Boolean properties of a style that layout often needs.
struct StyleTraits: OptionSet, Sendable {
  let rawValue: UInt32

  /// Out of flow by `position`.
  static let outOfFlow = StyleTraits(rawValue: 1)
  /// An independent formatting context (CSS Display 3 §4.1), as far as the style determines it.
  static let independent = StyleTraits(rawValue: 2)
  /// A scroll container on either axis.
  static let scrolls = StyleTraits(rawValue: 4)
  /// `display: none` or `contents`.
  static let boxless = StyleTraits(rawValue: 8)
  /// Padding depends on the containing block's width.
  static let percentPadding = StyleTraits(rawValue: 16)
  /// Margins depend on it.
  static let percentMargins = StyleTraits(rawValue: 32)
  /// Scroll bars take room.
  static let scrollbars = StyleTraits(rawValue: 64)
  /// An aspect ratio.
  static let ratio = StyleTraits(rawValue: 128)
  /// `order` is not 0.
  static let ordered = StyleTraits(rawValue: 256)
  /// A limit or size is `stretch`: it depends on the available room.
  static let stretchKeyword = StyleTraits(rawValue: 512)
  /// `min-width` and `max-width` are `auto`, and no aspect ratio transfers limits.
  static let freeWidth = StyleTraits(rawValue: 1024)
  /// `min-height` and `max-height` are `auto`.
  static let freeHeight = StyleTraits(rawValue: 4096)
  /// Relative positioning moves the box.
  static let moved = StyleTraits(rawValue: 8192)
  /// A margin is `auto`.
  static let autoMargins = StyleTraits(rawValue: 2048)
  /// The box is a legend.
  static let legend = StyleTraits(rawValue: 16384)
  /// A list item has a marker beside it.
  static let marker = StyleTraits(rawValue: 32768)
  /// The place of the box is in lines.
  static let inLine = StyleTraits(rawValue: 65536)
  /// Content has a size, although it counts as empty.
  static let containedSize = StyleTraits(rawValue: 131072)
  /// A subgrid in either axis, if its container is a grid.
  static let subgrid = StyleTraits(rawValue: 262144)
  /// A multi-column container.
  static let columns = StyleTraits(rawValue: 524288)
  /// A box over all columns of its container, if that has any.
  static let spanner = StyleTraits(rawValue: 1_048_576)
  /// A rule for breaks before, after or in the box.
  static let breaks = StyleTraits(rawValue: 2_097_152)
  /// No box in the flow of its container.
  static let unusual = StyleTraits(rawValue: 1 + 8)
  /// Traits by which even an empty box has a size of its own.
  static let ownSize = StyleTraits(rawValue: 32768 + 131072)
  /// Traits by which even an empty box has intrinsic widths of its own: a given one, or those of its columns.
  static let ownWidth = StyleTraits(rawValue: 131072 + 524288)
  /// Padding or margins depend on the containing block's width.
  static let percentEdges = StyleTraits(rawValue: 16 + 32)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ style: LayoutStyle) {
    self = []
    func note(_ trait: StyleTraits, _ holds: Bool) { if holds { insert(trait) } }
    let padding = style.padding, margin = style.margin
    note(.outOfFlow, style.position == .absolute || style.position == .fixed)
    note(.scrolls, style.overflow.width.isScrollContainer || style.overflow.height.isScrollContainer)
    note(.boxless, style.display == .none || style.display == .contents)
    note(
      .percentPadding,
      [padding.top, padding.right, padding.bottom, padding.left].contains(where: \.hasPercentage))
    note(
      .percentMargins,
      [margin.top, margin.right, margin.bottom, margin.left].contains(where: \.hasPercentage))
    let inset = style.inset
    note(
      .moved,
      style.position == .relative && ![inset.top, inset.right, inset.bottom, inset.left].allSatisfy(\.isAuto))
    note(.autoMargins, [margin.top, margin.right, margin.bottom, margin.left].contains(where: \.isAuto))
    note(
      .scrollbars,
      style.scrollbarWidth > 0 && (style.overflow.height == .scroll || style.overflow.width == .scroll))
    note(.ratio, style.aspectRatio.map { $0 > 0 && $0 < .infinity } ?? false)
    note(.ordered, style.order != 0)
    note(.legend, style.isLegend)
    note(.marker, style.markerHeight > 0)
    if style.display == .grid, style.contain.isDisjoint(with: .context), !contains(.outOfFlow) {
      let grid = style.grid
      note(.subgrid, grid.templateColumns.first == .subgrid || grid.templateRows.first == .subgrid)
    }
    note(.inLine, style.isInLine)
    let columns = style.columns
    note(.columns, columns.isContainer && (style.display == .block || style.display == .flowRoot))
    note(.breaks, columns.before != .allowed || columns.after != .allowed || columns.avoidsInside)
    note(.spanner, columns.spansAll && style.float == .none && !contains(.outOfFlow))
    let given = style.containedSize
    note(
      .containedSize,
      (given.width != nil || given.height != nil) && !style.contain.isDisjoint(with: .width))
    let sizes = [style.size, style.minSize, style.maxSize]
    note(.stretchKeyword, sizes.contains { $0.width == .stretch || $0.height == .stretch })
    note(.freeWidth, style.minSize.width.isAuto && style.maxSize.width.isAuto && !contains(.ratio))
    note(.freeHeight, style.minSize.height.isAuto && style.maxSize.height.isAuto)
    note(
      .independent,
      style.display == .flex || !style.display.isPlainWhenEmpty || style.display == .flowRoot
        || !isDisjoint(with: [.scrolls, .outOfFlow, .columns]) || style.float != .none
        || !style.contain.isDisjoint(with: .context)
        || style.alignContent.keyword != .normal)
  }
}

extension LayoutStyle {
  /// A hash of every field with many possible values, so that no family of styles collides. Equal styles have
  /// equal hashes.
  var mixedHash: Int {
    var mixer: UInt64 = 0x9E37_79B9_7F4A_7C15
    func mix(_ value: UInt64) {
      mixer = (mixer ^ value) &* 0xFF51_AFD7_ED55_8CCD
      mixer ^= mixer >> 32
    }
    mix(
      UInt64(display.rawValue) | UInt64(position.rawValue) << 8 | UInt64(flexDirection.rawValue) << 16
        | UInt64(alignItems.keyword.rawValue) << 24 | UInt64(justifyContent.keyword.rawValue) << 32
        | UInt64(alignSelf.keyword.rawValue) << 40 | UInt64(overflow.width.rawValue) << 48)
    mix(UInt64(flexGrow.bitPattern) | UInt64(UInt32(bitPattern: order)) << 32)
    mix(size.width.bits &+ size.height.bits &* 31)
    mix(minSize.width.bits &+ maxSize.width.bits &* 31)
    mix(minSize.height.bits &+ maxSize.height.bits &* 31)
    mix(margin.left.bits &+ margin.top.bits &* 31)
    mix(margin.right.bits &+ margin.bottom.bits &* 31)
    mix(padding.left.bits &+ padding.top.bits &* 31)
    mix(inset.left.bits &+ inset.top.bits &* 31)
    mix(padding.right.bits &+ padding.bottom.bits &* 31)
    mix(inset.right.bits &+ inset.bottom.bits &* 31)
    mix(gap.width.bits &+ gap.height.bits &* 31)
    mix(flexBasis.bits &+ UInt64(flexShrink.bitPattern) &* 31)
    mix(UInt64(border.left.bitPattern) | UInt64(border.top.bitPattern) << 32)
    mix(UInt64(border.right.bitPattern) | UInt64(border.bottom.bitPattern) << 32)
    mix(
      UInt64(aspectRatio?.bitPattern ?? 0) | UInt64(float.rawValue) << 32 | UInt64(clear.rawValue) << 40
        | UInt64(flexLineCount) << 48)
    if let rare = rareStorage.first { mix(UInt64(bitPattern: Int64(rare.hashValue))) }
    if !calculations.isEmpty { mix(UInt64(bitPattern: Int64(calculations.hashValue))) }
    return Int(truncatingIfNeeded: mixer >> 1)
  }

  /// The style with NaN and oversized values replaced, so that layout need not check for them.
  var sanitized: LayoutStyle {
    func isPlain(_ value: Float) -> Bool { abs(value) <= Float(LayoutStyle.limit) }
    func isPlain(_ edges: Edges<Length>) -> Bool {
      edges.top.isFinite && edges.right.isFinite && edges.bottom.isFinite && edges.left.isFinite
    }
    func isPlain(_ size: Size<Length>) -> Bool { size.width.isFinite && size.height.isFinite }
    if isPlain(size), isPlain(minSize), isPlain(maxSize), isPlain(inset), isPlain(margin), isPlain(padding),
      isPlain(gap),
      flexBasis.isFinite, isPlain(flexGrow), isPlain(flexShrink), isPlain(scrollbarWidth),
      isPlain(border.top),
      isPlain(border.right), isPlain(border.bottom), isPlain(border.left)
    {
      return self
    }
    var style = self
    func mend(_ value: inout Float) { value = Float(LayoutStyle.clamped(Double(value))) }
    func mend(_ length: inout Length) { length = length.clamped }
    func mend(_ size: inout Size<Length>) {
      mend(&size.width)
      mend(&size.height)
    }
    func mend(_ edges: inout Edges<Length>) {
      mend(&edges.top)
      mend(&edges.right)
      mend(&edges.bottom)
      mend(&edges.left)
    }
    mend(&style.size)
    mend(&style.minSize)
    mend(&style.maxSize)
    mend(&style.inset)
    mend(&style.margin)
    mend(&style.padding)
    mend(&style.gap)
    mend(&style.flexBasis)
    mend(&style.flexGrow)
    mend(&style.flexShrink)
    mend(&style.scrollbarWidth)
    mend(&style.border.top)
    mend(&style.border.right)
    mend(&style.border.bottom)
    mend(&style.border.left)
    return style
  }
}

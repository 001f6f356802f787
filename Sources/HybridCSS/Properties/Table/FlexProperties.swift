private let flex = StyleGroup<ComputedStyle.Flex>(shared: { $0.sharedFlex }, modify: { $1(&$0.flex) })

/// Flex containers and items, alignment, gaps. A part of ``PropertyTable``.
package class FlexProperties: ColumnProperties {
  let flexDirection = StoredRow(
    flex, \.direction, .keyword, .discrete, .layout, also: [.cssAttribute, .webkit])
  let flexWrap = StoredRow(flex, \.wrap, .keyword, .discrete, .layout, also: [.cssAttribute, .webkit])
  let flexGrow = StoredRow(
    flex, \.grow, .number(default: 0), .nonNegative, .layout, also: [.cssAttribute, .webkit])
  let flexShrink = StoredRow(
    flex, \.shrink, .number(default: 1), .nonNegative, .layout, also: [.cssAttribute, .webkit])
  let flexBasis = StoredRow(
    flex, \.basis, .size(or: [.auto, .content]), .length, .layout, also: [.cssAttribute, .webkit])
  let order = StoredRow(flex, \.order, .integer, .integer, .layout, also: [.webkit])
  let justifyContent = StoredRow(
    flex, \.justifyContent, .alignment(.justifyContent), .discrete, .layout, also: [.cssAttribute, .webkit])
  let alignContent = StoredRow(
    flex, \.alignContent, .alignment(.alignContent), .discrete, .layout, also: [.cssAttribute, .webkit])
  let justifyItems = StoredRow(flex, \.justifyItems, .justifyItems, .discrete, .layout, also: [])
  let alignItems = StoredRow(
    flex, \.alignItems, .alignment(.alignItems), .discrete, .layout, also: [.cssAttribute, .webkit])
  let justifySelf = StoredRow(flex, \.justifySelf, .alignment(.justifySelf), .discrete, .layout, also: [])
  let alignSelf = StoredRow(
    flex, \.alignSelf, .alignment(.alignSelf), .discrete, .layout, also: [.cssAttribute, .webkit])
  let rowGap = StoredRow(
    flex, \.rowGap, .gap, .nonNegative, .layout, also: [.alias("grid-row-gap")])
  let columnGap = StoredRow(
    flex, \.columnGap, .gap, .nonNegative, .layout, also: [.alias("grid-column-gap")])
}

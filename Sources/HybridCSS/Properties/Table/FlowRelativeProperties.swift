/// Properties that stand for physical ones, as `direction` and `writing-mode` say (CSS Logical 1). A part of
/// ``PropertyTable``.
package class FlowRelativeProperties {
  let inlineSize = LogicalRow(
    .axis(ifHorizontal: .width, ifVertical: .height), also: [.alias("-webkit-logical-width")])
  let blockSize = LogicalRow(
    .axis(ifHorizontal: .height, ifVertical: .width), also: [.alias("-webkit-logical-height")])
  let minInlineSize = LogicalRow(
    .axis(ifHorizontal: .minWidth, ifVertical: .minHeight), also: [.alias("-webkit-min-logical-width")])
  let minBlockSize = LogicalRow(
    .axis(ifHorizontal: .minHeight, ifVertical: .minWidth), also: [.alias("-webkit-min-logical-height")])
  let maxInlineSize = LogicalRow(
    .axis(ifHorizontal: .maxWidth, ifVertical: .maxHeight), also: [.alias("-webkit-max-logical-width")])
  let maxBlockSize = LogicalRow(
    .axis(ifHorizontal: .maxHeight, ifVertical: .maxWidth), also: [.alias("-webkit-max-logical-height")])
  let containIntrinsicInlineSize = LogicalRow(
    .axis(ifHorizontal: .containIntrinsicWidth, ifVertical: .containIntrinsicHeight), also: [])
  let containIntrinsicBlockSize = LogicalRow(
    .axis(ifHorizontal: .containIntrinsicHeight, ifVertical: .containIntrinsicWidth), also: [])
  let marginBlockStart = LogicalRow(.side(.margin, .blockStart), also: [.alias("-webkit-margin-before")])
  let marginBlockEnd = LogicalRow(.side(.margin, .blockEnd), also: [.alias("-webkit-margin-after")])
  let marginInlineStart = LogicalRow(
    .side(.margin, .inlineStart), also: [.alias("-webkit-margin-start"), .native("margin-start")])
  let marginInlineEnd = LogicalRow(
    .side(.margin, .inlineEnd), also: [.alias("-webkit-margin-end"), .native("margin-end")])
  let paddingBlockStart = LogicalRow(.side(.padding, .blockStart), also: [.alias("-webkit-padding-before")])
  let paddingBlockEnd = LogicalRow(.side(.padding, .blockEnd), also: [.alias("-webkit-padding-after")])
  let paddingInlineStart = LogicalRow(
    .side(.padding, .inlineStart), also: [.alias("-webkit-padding-start"), .native("padding-start")])
  let paddingInlineEnd = LogicalRow(
    .side(.padding, .inlineEnd), also: [.alias("-webkit-padding-end"), .native("padding-end")])
  let insetBlockStart = LogicalRow(.side(.inset, .blockStart), also: [])
  let insetBlockEnd = LogicalRow(.side(.inset, .blockEnd), also: [])
  let insetInlineStart = LogicalRow(.side(.inset, .inlineStart), also: [.native("start")])
  let insetInlineEnd = LogicalRow(.side(.inset, .inlineEnd), also: [.native("end")])
  let borderBlockStartWidth = LogicalRow(.side(.borderWidth, .blockStart), also: [])
  let borderBlockEndWidth = LogicalRow(.side(.borderWidth, .blockEnd), also: [])
  let borderInlineStartWidth = LogicalRow(.side(.borderWidth, .inlineStart), also: [])
  let borderInlineEndWidth = LogicalRow(.side(.borderWidth, .inlineEnd), also: [])
  let borderBlockStartStyle = LogicalRow(.side(.borderStyle, .blockStart), also: [])
  let borderBlockEndStyle = LogicalRow(.side(.borderStyle, .blockEnd), also: [])
  let borderInlineStartStyle = LogicalRow(.side(.borderStyle, .inlineStart), also: [])
  let borderInlineEndStyle = LogicalRow(.side(.borderStyle, .inlineEnd), also: [])
  let borderBlockStartColor = LogicalRow(.side(.borderColor, .blockStart), also: [])
  let borderBlockEndColor = LogicalRow(.side(.borderColor, .blockEnd), also: [])
  let borderInlineStartColor = LogicalRow(.side(.borderColor, .inlineStart), also: [])
  let borderInlineEndColor = LogicalRow(.side(.borderColor, .inlineEnd), also: [])
  let borderStartStartRadius = LogicalRow(.corner(.blockStart, .inlineStart), also: [])
  let borderStartEndRadius = LogicalRow(.corner(.blockStart, .inlineEnd), also: [])
  let borderEndStartRadius = LogicalRow(.corner(.blockEnd, .inlineStart), also: [])
  let borderEndEndRadius = LogicalRow(.corner(.blockEnd, .inlineEnd), also: [])
  let overflowBlock = LogicalRow(.axis(ifHorizontal: .overflowY, ifVertical: .overflowX), also: [])
  let overflowInline = LogicalRow(.axis(ifHorizontal: .overflowX, ifVertical: .overflowY), also: [])
}

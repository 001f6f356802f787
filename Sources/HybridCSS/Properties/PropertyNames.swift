/// Other names of properties that are done here. CSS Cascade 5 §3.1.2, *Legacy name aliases*, and what browsers take.
let propertyAliases: [String: String] = [
  "grid-gap": "gap", "grid-row-gap": "row-gap", "grid-column-gap": "column-gap", "word-wrap": "overflow-wrap",
  "text-wrap": "text-wrap-mode", "font-width": "font-stretch", 
  "-webkit-margin-start": "margin-inline-start", "-webkit-margin-end": "margin-inline-end",
  "-webkit-margin-before": "margin-block-start", "-webkit-margin-after": "margin-block-end",
  "-webkit-padding-start": "padding-inline-start", "-webkit-padding-end": "padding-inline-end",
  "-webkit-padding-before": "padding-block-start", "-webkit-padding-after": "padding-block-end",
  "-webkit-logical-width": "inline-size", "-webkit-logical-height": "block-size",
  "-webkit-min-logical-width": "min-inline-size", "-webkit-min-logical-height": "min-block-size",
  "-webkit-max-logical-width": "max-inline-size", "-webkit-max-logical-height": "max-block-size",
  "-webkit-border-start": "border-inline-start", "-webkit-border-end": "border-inline-end",
  "-webkit-border-before": "border-block-start", "-webkit-border-after": "border-block-end",
]

/// The properties that browsers take with `-webkit-` before them as well.
let prefixedProperties: Set<String> = [
  "align-content", "align-items", "align-self", "animation", "animation-delay", "animation-direction",
  "animation-duration", "animation-fill-mode", "animation-iteration-count", "animation-name", "animation-play-state",
  "animation-timing-function", "background-clip", "background-origin", "background-size", "border-bottom-left-radius",
  "border-bottom-right-radius", "border-radius", "border-top-left-radius", "border-top-right-radius", "box-shadow",
  "box-sizing", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow", "flex-shrink", "flex-wrap",
  "justify-content", "line-clamp", "opacity", "order", "transform", "transform-origin", "transition",
  "transition-delay", "transition-duration", "transition-property", "transition-timing-function", "user-select",
]

/// TokenHybrid's names, in lower case, and what CSS calls them. `spec` of that system, §3.4.
let nativeNames: [String: String] = [
  "aspectratio": "aspect-ratio", "start": "inset-inline-start", "end": "inset-inline-end",
  "margin-start": "margin-inline-start", "margin-end": "margin-inline-end",
  "padding-start": "padding-inline-start", "padding-end": "padding-inline-end",
]

/// Properties of CSS that nothing here makes use of, so that an author learns it is no misspelling.
let knownProperties: Set<String> = [
  "alignment-baseline", "anchor-name", "animation-composition", "animation-range",
  "animation-timeline", "appearance", "backdrop-filter", "backface-visibility", "background-blend-mode",
  "baseline-shift", "baseline-source", "block-step", "border-collapse", "border-image", "border-image-outset",
  "border-image-repeat", "border-image-slice", "border-image-source", "border-image-width", "border-spacing",
  "box-decoration-break", "break-after", "break-before", "break-inside", "caption-side", "caret", "caret-shape", "clip",
  "clip-path", "clip-rule", "color-adjust", "color-interpolation", "color-scheme", "column-count", "column-fill",
  "column-rule", "column-rule-color", "column-rule-style", "column-rule-width", "column-span", "column-width", "columns",
  "contain", "contain-intrinsic-height", "contain-intrinsic-size", "contain-intrinsic-width", "container",
  "container-name", "container-type", "content-visibility", "corner-shape", "counter-increment", "counter-reset",
  "counter-set", "dominant-baseline", "empty-cells", "field-sizing", "fill", "fill-opacity", "fill-rule", "filter",
  "flood-color", "flood-opacity", "font-display", "font-feature-settings", "font-kerning", "font-language-override",
  "font-optical-sizing", "font-palette", "font-size-adjust", "font-synthesis", "font-variant", "font-variant-alternates",
  "font-variant-east-asian", "font-variant-emoji", "font-variant-ligatures", "font-variant-numeric",
  "font-variant-position", "font-variation-settings", "forced-color-adjust", "hanging-punctuation",
  "hyphenate-character", "hyphenate-limit-chars", "image-orientation", "image-rendering", "image-resolution",
  "initial-letter", "interpolate-size", "isolation", "lighting-color", "line-break", "margin-trim", "marker",
  "marker-end", "marker-mid", "marker-start", "mask", "mask-border", "mask-clip", "mask-composite", "mask-image",
  "mask-mode", "mask-origin", "mask-position", "mask-repeat", "mask-size", "mask-type", "math-depth", "math-shift",
  "math-style", "mix-blend-mode", "object-view-box", "offset", "offset-anchor", "offset-distance", "offset-path",
  "offset-position", "offset-rotate", "orphans", "overflow-anchor", "overflow-clip-margin", "overlay",
  "overscroll-behavior", "overscroll-behavior-block", "overscroll-behavior-inline", "overscroll-behavior-x",
  "overscroll-behavior-y", "page", "page-break-after", "page-break-before", "page-break-inside", "paint-order",
  "perspective", "perspective-origin", "position-anchor", "position-area", "position-try", "position-visibility",
  "print-color-adjust", "quotes", "resize", "rotate", "row-rule", "ruby-align", "ruby-position", "scale",
  "scroll-behavior", "scroll-margin", "scroll-margin-block", "scroll-margin-block-end", "scroll-margin-block-start",
  "scroll-margin-bottom", "scroll-margin-inline", "scroll-margin-inline-end", "scroll-margin-inline-start",
  "scroll-margin-left", "scroll-margin-right", "scroll-margin-top", "scroll-padding", "scroll-padding-block",
  "scroll-padding-block-end", "scroll-padding-block-start", "scroll-padding-bottom", "scroll-padding-inline",
  "scroll-padding-inline-end", "scroll-padding-inline-start", "scroll-padding-left", "scroll-padding-right",
  "scroll-padding-top", "scroll-snap-align", "scroll-snap-stop", "scroll-snap-type", "scroll-timeline",
  "scrollbar-color", "scrollbar-gutter", "scrollbar-width", "shape-image-threshold", "shape-margin", "shape-outside",
  "shape-rendering", "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
  "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "table-layout", "text-anchor",
  "text-box", "text-combine-upright", "text-decoration-skip", "text-decoration-skip-ink", "text-emphasis",
  "text-emphasis-color", "text-emphasis-position", "text-emphasis-style", "text-justify", "text-orientation",
  "text-rendering", "text-size-adjust", "text-spacing-trim", "text-underline-offset", "text-underline-position",
  "text-wrap-style", "timeline-scope", "touch-action", "transform-box", "transform-style", "transition-behavior",
  "translate", "vector-effect", "view-timeline", "view-transition-name", "widows", "will-change", "zoom",
]

// Made by Tools/virtualview_compiler_tables.py. Do not edit.

/// Names that stand for something in templates without a type in the standard config: the rest of those that
/// are predefined or typed by another config (`Documentation/template-components.md`).
let namesWithoutType: [String] = [
  "action", "actionParam", "alignSelf", "ancestor", "backgroundImage", "children", "ck", "class",
  "dashEffect", "data", "dataParam", "dataTag", "dataUrl", "disableRtl", "do", "dot9Bottom", "dot9Left",
  "dot9Right", "dot9Scale", "dot9Top", "else", "elseif", "flexBasis", "flexFlow", "flexShrink", "for", "if",
  "module", "name", "parent", "pos", "self", "siblings", "size", "src", "tag", "text", "this", "typeface",
  "vList", "var", "waterfall", "while",
]

import HybridCSS
import HybridEncoding
import HybridSource
import HybridUnits

/// The known attribute names, to tell misspelled ones.
enum AttributeNames {
  /// HTML Standard, *Index*, *Attributes*, those of §16.2, *Non-conforming features*, that browsers read, and
  /// the global attributes of WAI-ARIA and RDFa that have no prefix.
  private static let html: Set<String> = [
    "abbr", "accept", "accept-charset", "accesskey", "action", "align", "alink", "allow", "allowfullscreen",
    "alpha", "alt", "as", "async", "autocapitalize", "autocomplete", "autocorrect", "autofocus", "autoplay",
    "background", "behavior", "bgcolor", "blocking", "border", "bordercolor", "cellpadding", "cellspacing",
    "char", "charoff", "charset", "checked", "cite", "class", "classid", "clear", "closedby", "code",
    "codebase", "codetype", "color", "colorspace", "cols", "colspan", "command", "commandfor", "compact",
    "content", "contenteditable", "controls", "controlslist", "coords", "crossorigin", "csp", "data",
    "datatype", "datetime", "declare", "decoding", "default", "defer", "dir", "direction", "dirname",
    "disabled", "disablepictureinpicture", "disableremoteplayback", "download", "draggable", "enctype",
    "enterkeyhint", "exportparts", "face", "fetchpriority", "for", "form", "formaction", "formenctype",
    "formmethod", "formnovalidate", "formtarget", "frame", "frameborder", "headers", "height", "hidden",
    "high", "href", "hreflang", "hspace", "http-equiv", "id", "imagesizes", "imagesrcset", "incremental",
    "inert", "inputmode", "integrity", "is", "ismap", "itemid", "itemprop", "itemref", "itemscope",
    "itemtype", "kind", "label", "lang", "language", "link", "list", "loading", "longdesc", "loop", "low",
    "lowsrc", "marginheight", "marginwidth", "max", "maxlength", "media", "method", "min", "minlength",
    "multiple", "muted", "name", "nohref", "nomodule", "nonce", "noresize", "noshade", "novalidate", "nowrap",
    "object", "open", "optimum", "part", "pattern", "ping", "placeholder", "playsinline", "popover",
    "popovertarget", "popovertargetaction", "poster", "prefix", "preload", "profile", "prompt", "property",
    "readonly", "referrerpolicy", "rel", "required", "resource", "rev", "reversed", "role", "rows", "rowspan",
    "rules", "sandbox", "scheme", "scope", "scrollamount", "scrolldelay", "scrolling", "selected",
    "shadowrootclonable", "shadowrootdelegatesfocus", "shadowrootmode", "shadowrootserializable", "shape",
    "size", "sizes", "slot", "span", "spellcheck", "src", "srcdoc", "srclang", "srcset", "standby", "start",
    "step", "style", "summary", "switch", "tabindex", "target", "text", "title", "translate", "truespeed",
    "type", "typeof", "usemap", "valign", "value", "valuetype", "version", "virtualkeyboardpolicy", "vlink",
    "vocab", "vspace", "width", "wrap", "writingsuggestions", "xmlns",
  ]

  /// The types of events that handlers such as `onclick` name: HTML Standard §8.1.8.2, UI Events, Pointer
  /// Events, Touch Events, CSS Animations and Transitions.
  private static let events = [
    "abort", "afterprint", "animationcancel", "animationend", "animationiteration", "animationstart",
    "auxclick", "beforeinput", "beforematch", "beforeprint", "beforetoggle", "beforeunload", "blur", "cancel",
    "canplay", "canplaythrough", "change", "click", "close", "command", "contextmenu", "copy", "cuechange",
    "cut", "dblclick", "drag", "dragend", "dragenter", "dragleave", "dragover", "dragstart", "drop",
    "durationchange", "emptied", "ended", "error", "focus", "focusin", "focusout", "formdata",
    "gotpointercapture", "hashchange", "input", "invalid", "keydown", "keypress", "keyup", "languagechange",
    "load", "loadeddata", "loadedmetadata", "loadstart", "lostpointercapture", "message", "messageerror",
    "mousedown", "mouseenter", "mouseleave", "mousemove", "mouseout", "mouseover", "mouseup", "mousewheel",
    "offline", "online", "pagehide", "pageshow", "paste", "pause", "play", "playing", "pointercancel",
    "pointerdown", "pointerenter", "pointerleave", "pointermove", "pointerout", "pointerover", "pointerup",
    "popstate", "progress", "ratechange", "rejectionhandled", "reset", "resize", "scroll", "scrollend",
    "search", "securitypolicyviolation", "seeked", "seeking", "select", "selectionchange", "selectstart",
    "slotchange", "stalled", "storage", "submit", "suspend", "timeupdate", "toggle", "touchcancel",
    "touchend", "touchmove", "touchstart", "transitioncancel", "transitionend", "transitionrun",
    "transitionstart", "unhandledrejection", "unload", "volumechange", "waiting", "wheel",
  ]

  /// Everything known in pages, by its lower case as authors write it.
  private static let known: [String: String] = {
    var names: [String: String] = [:]
    func add(_ name: String) { names[name.lowercased()] = name }
    for name in html { add(name) }
    for event in events { add("on" + event) }
    for dialect in [Dialect.standard, .native] {
      for attribute in ElementReference.common(in: dialect) { add(attribute.name) }
      for style in PresentationalAttribute.all(in: dialect) { add(style.name) }
      for element in ElementReference.all(in: dialect) {
        for attribute in element.attributes { add(attribute.name) }
        for event in element.events { add(event.name) }
      }
    }
    return names
  }()

  private static let candidates = known.values.sorted()

  /// The attribute that was probably meant by the name of an unknown one, in lower case; nil for a known
  /// name, and for names that are like none, which authors choose for their own scripts.
  ///
  /// Names with a dash or another sign belong to libraries (`data-id`, `hx-get`, `:key`, `@tap`), but for
  /// those with `t:`.
  static func meant(by name: String) -> String? {
    guard known[name] == nil, name.utf8.count > 2 else { return nil }
    let isPlain = name.utf8.allSatisfy(\.isASCIILowercaseLetter)
    let isDirective = name.hasPrefix("t:")
    guard isPlain || isDirective else { return nil }
    return nearest(to: name, in: candidates.lazy.filter { !isDirective || $0.hasPrefix("t:") })
  }
}

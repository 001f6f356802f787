package import HybridDOM

/// The elements and attributes of HTML that browsers know and that have no effect on web pages here, each
/// with what an author can write instead. `Documentation/elements.md` lists them; a test compares both.
package enum MarkupLosses {
  /// Elements, with others that one report names together, and what to do instead.
  package struct ElementRow: Sendable {
    package let name: String
    /// The elements that make sense only inside it.
    package let parts: [String]
    /// Its behaviour here: `is a box`.
    package let instead: String
    package let advice: String
    /// Whether it is an element of SVG, which is not the one of HTML with its name.
    package let isOfDrawing: Bool

    init(
      _ name: String, parts: String = "", isOfDrawing: Bool = false, _ instead: String, _ advice: String
    ) {
      self.name = name
      self.isOfDrawing = isOfDrawing
      self.parts = parts.split(separator: " ").map(String.init)
      self.instead = instead
      self.advice = advice
    }
  }

  package static let elements: [ElementRow] = [
    ElementRow(
      "animate", parts: "animateColor animateMotion animateTransform mpath set", isOfDrawing: true,
      "changes nothing", "use '@keyframes', or a script"),
    ElementRow("applet", "only holds its content", "use a script"),
    ElementRow("audio", "plays nothing", "a native module of the app can play sounds"),
    ElementRow("base", "does not change addresses", "write the paths from the project's folder: /a.css"),
    ElementRow("bgsound", "plays nothing", "a native module of the app can play sounds"),
    ElementRow("datalist", "offers no values", "use <select>, or show the values in a list of your own"),
    ElementRow("embed", "only holds its content", "use <img> for a picture"),
    ElementRow(
      "foreignObject", isOfDrawing: true, "is not drawn", "put the content beside the <svg>, or over it"),
    ElementRow("frameset", parts: "frame", "is not laid out", "use 'display: grid' and components"),
    ElementRow("iframe", "is a box that shows no page", "use a component, or open the page by a link"),
    ElementRow("map", parts: "area", "makes no part of a picture a link", "put links over the picture"),
    ElementRow("marquee", "does not move", "use 'transition', or a script that moves the text"),
    ElementRow("math", "only holds its content", "use <img> with a picture of the formula"),
    ElementRow("object", parts: "param", "only holds its content", "use <img> for a picture"),
    ElementRow("picture", parts: "source", "shows its <img> always", "name the picture in the <img>"),
    ElementRow("ruby", parts: "rb rp rt rtc", "is a line of text", "put the reading in brackets"),
    ElementRow("selectedcontent", "only holds its content", "style the <select>"),
    ElementRow("textPath", isOfDrawing: true, "is not drawn", "give each word an 'x' and a 'y'"),
    ElementRow("video", parts: "track", "is a box that plays nothing", "set 'poster' to show a picture"),
  ]

  /// The row of each element, also of the parts, which may stand alone.
  package static let elementRows: [String: ElementRow] = {
    var rows: [String: ElementRow] = [:]
    for row in elements {
      for name in [row.name] + row.parts { rows[name] = row }
    }
    return rows
  }()

  /// The row of an element.
  package static func row(of element: Element) -> ElementRow? {
    guard let row = elementRows[element.name] else { return nil }
    return row.isOfDrawing == (element.namespace == .svg) ? row : nil
  }

  /// An attribute of the named elements, or of all elements, with what to do instead.
  package struct AttributeRow: Sendable {
    package let names: [String]
    package let elements: [String]
    /// The values, in lower case; empty for all.
    package let values: [String]
    package let advice: String

    init(_ names: String, of elements: String = "", values: String = "", _ advice: String) {
      self.names = names.split(separator: " ").map(String.init)
      self.elements = elements.split(separator: " ").map(String.init)
      self.values = values.split(separator: " ").map(String.init)
      self.advice = advice
    }
  }

  private static let tableParts = "table caption col colgroup tbody td tfoot th thead tr"

  package static let attributes: [AttributeRow] = [
    // Of every element
    AttributeRow("accesskey", "a script can listen to 'keydown'"),
    AttributeRow("autocapitalize autocorrect enterkeyhint inputmode", "the keyboard is that of the device"),
    AttributeRow("spellcheck writingsuggestions virtualkeyboardpolicy", "fields are not checked"),
    AttributeRow("contenteditable", "use <textarea>"),
    AttributeRow("draggable", "a script can listen to 'pointerdown'"),
    AttributeRow("translate", "pages are not translated"),
    // Links and resources
    AttributeRow("download", of: "a area", "a link opens a page"),
    AttributeRow("ping", of: "a area", "a script can call 'fetch'"),
    AttributeRow("target", of: "a area base form", "a page opens over the current one"),
    AttributeRow(
      "hreflang referrerpolicy", of: "a area iframe img link script video",
      "all files come from the project"),
    AttributeRow("coords shape nohref", of: "a area", "put links over the picture"),
    AttributeRow(
      "blocking fetchpriority imagesizes imagesrcset", of: "link script img style",
      "the files of a page are loaded with it"),

    // Others, such as those of the character set, change nothing that would otherwise differ.
    AttributeRow(
      "http-equiv", of: "meta", values: "refresh", "a script can set 'location' or call 'location.reload()'"),
    AttributeRow(
      "http-equiv", of: "meta",
      values: "content-security-policy content-security-policy-report-only default-style set-cookie",
      "headers have no effect: use a script, or 'network.allow'"),
    // Pictures and media
    AttributeRow("srcset sizes", of: "img source", "name one picture in 'src'"),
    AttributeRow("usemap ismap", of: "img object input", "put links over the picture"),
    AttributeRow("loading decoding lowsrc longdesc", of: "img iframe", "pictures are loaded with the page"),
    AttributeRow(
      "autoplay controls controlslist crossorigin disablepictureinpicture disableremoteplayback loop muted "
        + "playsinline preload", of: "audio video", "audio and video do not play"),
    AttributeRow(
      "srcdoc sandbox allow allowfullscreen frameborder scrolling", of: "iframe frame",
      "a frame shows no page"),
    AttributeRow("src", of: "audio embed frame iframe track video", "see what to use instead of the element"),
    AttributeRow("default kind srclang", of: "track", "a video does not play"),
    AttributeRow(
      "archive classid code codebase codetype data declare object standby", of: "applet embed object",
      "see what to use instead of the element"),
    AttributeRow("cols rows", of: "frameset", "use 'display: grid'"),
    AttributeRow("noresize", of: "frame", "a frame shows no page"),
    // Forms
    AttributeRow(
      "type", of: "input", values: "color date datetime-local month time week",
      "nothing opens to choose a value: use <select>, or several fields"),
    AttributeRow(
      "type", of: "input", values: "image", "its picture is not shown: use <button> around an <img>"),
    AttributeRow(
      "type", of: "input", values: "range",
      "its slider cannot be dragged: use <select>, or buttons that change the number"),
    AttributeRow("list", of: "input", "show the values in a list of your own"),
    AttributeRow(
      "accept capture", of: "input", "any file can be chosen: a script can look at the type of each"),
    AttributeRow("alpha colorspace", of: "input", "colors are not chosen here"),
    AttributeRow("dirname", of: "input textarea", "the form sends no direction"),
    AttributeRow("wrap", of: "textarea", "the text has the line breaks that are typed"),
    AttributeRow(
      "accept-charset formtarget", of: "form button input",
      "forms are sent as UTF-8, and the answer opens over the current page"),
    AttributeRow("autocomplete", of: "form input select textarea", "fields are not filled by the device"),
    // Lists and tables
    AttributeRow("compact", of: "dir dl menu ol ul", "set 'margin' and 'line-height'"),
    AttributeRow("abbr axis char charoff headers", of: tableParts, "use 'aria-label'"),
    AttributeRow("align", of: "col colgroup", "use 'text-align' on the cells"),
    AttributeRow("background", of: "body " + tableParts, "use 'background-image'"),
    AttributeRow("summary", of: "table", "use 'aria-label'"),
    // Drawings
    AttributeRow("vector-effect", "a stroke is scaled with its shape"),
    AttributeRow("textLength lengthAdjust", "give each word an 'x'"),
    // Obsolete ones
    AttributeRow("link vlink alink", of: "body", "use a:any-link { color: … }"),
    AttributeRow("align", of: "iframe input object embed applet", "use 'float', or 'display: flex'"),
    AttributeRow(
      "behavior direction scrollamount scrolldelay truespeed", of: "marquee", "a marquee does not move"),
    AttributeRow("profile version", of: "head html", "leave it out"),
  ]

  /// Attributes that are right without an effect on the drawing: forms, scripts, links and assistive
  /// technology read them, or they are notes that change nothing in any browser.
  package static let quiet: Set<String> = [
    // For scripts, links and forms
    "action", "as", "async", "autofocus", "charset", "class", "closedby", "color", "command",
    "commandfor", "content", "defer", "enctype", "event", "for", "form", "formaction", "formenctype",
    "formmethod", "formnovalidate", "href", "id", "inert",
    "integrity", "is", "language", "max", "maxlength", "media", "method", "min", "minlength", "multiple",
    "name",
    "nomodule", "nonce",
    "novalidate", "pattern", "popover", "popovertarget", "popovertargetaction", "readonly", "rel", "required",
    "rev", "reversed", "shadowrootclonable", "shadowrootcustomelementregistry", "shadowrootdelegatesfocus",
    "shadowrootmode", "shadowrootserializable", "slot", "src", "step", "type", "value",
    // Of tables, beside the presentational ones
    "colspan", "frame", "rowspan", "rules", "span",
    // For assistive technology
    "alt", "label", "role", "scope", "title",
    // Notes
    "about", "cite", "content-security-policy", "data", "datatype", "datetime", "exportparts", "inlist",
    "itemid", "itemprop", "itemref", "itemscope", "itemtype", "manifest", "part", "prefix", "property",
    "resource", "scheme", "sizes", "typeof", "vocab", "xmlns",
  ]

  private static let attributeRows: [String: [AttributeRow]] = {
    var rows: [String: [AttributeRow]] = [:]
    for row in attributes {
      for name in row.names { rows[name, default: []].append(row) }
    }
    return rows
  }()

  /// Events that are never dispatched, so that their handlers never run.
  package static let silentEvents: Set<String> = [
    "afterprint", "auxclick", "beforematch", "beforeprint", "beforeunload", "canplay", "canplaythrough",
    "contextmenu", "copy", "cuechange", "cut", "drag", "dragend", "dragenter", "dragleave",
    "dragover", "dragstart", "drop", "durationchange", "emptied", "ended", "gotpointercapture",
    "languagechange", "loadeddata", "loadedmetadata", "loadstart", "lostpointercapture", "mouseenter",
    "mouseleave", "mousemove", "mouseout", "mouseover", "mousewheel", "paste", "pause", "play", "playing",
    "pointerenter", "pointerleave", "pointermove", "pointerout", "pointerover", "ratechange", "seeked",
    "seeking", "selectstart", "stalled", "suspend", "timeupdate", "touchcancel", "touchmove", "unload",
    "volumechange", "waiting", "wheel",
  ]

  /// Attributes that turn off what does not exist here, with such a value, lose nothing.
  private static let switches: Set<String> = [
    "autocapitalize", "autocomplete", "autocorrect", "contenteditable", "decoding", "draggable", "loading",
    "spellcheck", "translate", "writingsuggestions",
  ]

  /// Elements of SVG that show what they refer to.
  private static let drawingReferences: Set<String> = ["feImage", "image", "use"]

  private static let isOff: Set<String> = ["off", "false", "no", "none", "eager", "sync"]

  /// The advice for an attribute of an element; nil for one with an effect, and for metadata that changes
  /// nothing in browsers.
  package static func advice(attribute name: String, value: String, of element: String) -> String? {
    if name.hasPrefix("on"), silentEvents.contains(String(name.dropFirst(2))) {
      return "the event never happens on a touch screen here: use 'click', 'input' or 'change'"
    }
    if drawingReferences.contains(element), name == "href" || name == "xlink:href",
      !value.hasPrefix("#"), !value.hasPrefix("data:")
    {
      return "a drawing cannot use other files: write the elements into the page, or use <img>"
    }
    if switches.contains(name), isOff.contains(value.lowercased()) { return nil }
    return attributeRows[name]?.first { row in
      (row.elements.isEmpty || row.elements.contains(element))
        && (row.values.isEmpty || row.values.contains(value.lowercased()))
    }?.advice
  }
}

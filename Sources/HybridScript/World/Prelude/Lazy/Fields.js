// Labels, buttons and fields: the members that TokenHybrid and web pages share (Documentation/javascript.md,
// "TokenHybrid"). The part consists of this file and those of validation, forms and dialogs after it.

function setFont(node, font) {
  const isText = typeof font === "string";
  const family = isText ? "" : textOrEmpty(font?.fontName ?? font?.name ?? "system");
  setAttributeOf(idOf(node), "font", isText ? font : `${family} ${number(font?.size, 14)}px`);
}
class HTMLLabelElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get innerText() { return host.attribute("innertext", idOf(this)) ?? renderedText(idOf(this)); }
  set innerText(value) { this.setText(value); }
  setText(value) {
    if (typeof host.attribute("innertext", idOf(this)) === "string")
      setAttributeOf(idOf(this), "innertext", null);
    replaceByText(idOf(this), textOrEmpty(value));
  }
  setFont(font) { setFont(this, font); }
}
setters(
  HTMLLabelElement,
  {
    setTextColor: "textColor", setNumberOfLines: "lines", setTextAlign: "textAlign",
    adjustFontSize: "adjustFontSize",
  }
);
reflect(HTMLLabelElement, { htmlFor: "for" });

class HTMLButtonElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  /// The title is the attribute if there is one, or if the element has child elements; else the text.
  setTitle(value) {
    if (this.hasAttribute("title") || this.firstElementChild !== null)
      setAttributeOf(idOf(this), "title", textOrEmpty(value));
    else replaceByText(idOf(this), textOrEmpty(value));
  }
  setFont(font) { setFont(this, font); }
  setSelected(isSelected) { setAttributeOf(idOf(this), "selected", truth(isSelected) ? "true" : null); }
  get isSelected() { return truth(host.attribute("selected", idOf(this))); }
}
setters(HTMLButtonElement, {
  setHightTitle: "highlightTitle", setHighlightTitle: "highlightTitle", setSelectedTitle: "selectedTitle",
  setTitleColor: "titleColor", setHightTitleColor: "highlightTitleColor",
  setHighlightTitleColor: "highlightTitleColor", setSelectedTitleColor: "selectedTitleColor",
  setSelectedBackgroundColor: "selectedBackgroundColor",
});
reflect(HTMLButtonElement, { value: "value" });
reflect(HTMLButtonElement, { disabled: "disabled" }, true);

class HTMLInputElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get defaultValue() { return host.attribute("value", idOf(this)) ?? ""; }
  set defaultValue(value) { setAttributeOf(idOf(this), "value", text(value)); }
  // TokenHybrid.
  get text() { return text(host.control("value", idOf(this)) ?? ""); }
  set text(value) { this.setText(value); }
  setText(value) { host.setControl("value", textOrEmpty(value), idOf(this)); }
  setFont(font) { setFont(this, font); }
  clear() { host.setControl("value", "", idOf(this)); }
  endEditing() { this.blur(); }
}
reflectControl(HTMLInputElement, ["value", "checked", "disabled"]);
reflect(
  HTMLInputElement,
  {
    placeholder: "placeholder", min: "min", max: "max", step: "step", pattern: "pattern",
    autocomplete: "autocomplete",
  }
);
reflect(
  HTMLInputElement,
  {
    required: "required", readOnly: "readonly", autofocus: "autofocus", multiple: "multiple",
    defaultChecked: "checked",
  },
  true
);
setters(HTMLInputElement, {
  setTextColor: "textColor", setCursorColor: "cursorColor", setPlaceHolder: "placeholder",
  setPlaceholder: "placeholder", setTextAlign: "align", setSecure: "secure", setKeyboardType: "keyboardType",
});
callback(HTMLInputElement, "onBeginEditing", "focus");
callback(HTMLInputElement, "onEndEditing", "blur");
callback(HTMLInputElement, "onTextChange", "input", (node) => [node.text]);
callback(HTMLInputElement, "onClearClick", "clear");
callback(
  HTMLInputElement, "onKeyBoardReturn", "keydown",
  (node, event) => (event.key === "Enter" ? [node.text] : null)
);

class HTMLTextAreaElement extends HTMLInputElement {
  constructor(key, id, name) { super(key, id, name); }
  setEditable(isEditable) { setAttributeOf(idOf(this), "editable", truth(isEditable) ? "true" : "false"); }
}
// Libraries replace a control's own accessors (`Object.getOwnPropertyDescriptor` of its class's prototype).
reflectControl(HTMLTextAreaElement, ["value"]);
setters(HTMLTextAreaElement, { showHBar: "showHBar", showVBar: "showVBar", scrollEnable: "allowScroll" });
callback(
  HTMLTextAreaElement, "onKeyBoardReturn", "keydown", (node, event) => (event.key === "Enter" ? ["\n"] : null)
);

class SearchBarElement extends HTMLInputElement {
  constructor(key, id, name) { super(key, id, name); }
  get type() { return "search"; }
}
setters(SearchBarElement, { setBarColor: "barColor", showsCancelButton: "showsCancelButton" });
callback(SearchBarElement, "onSearchButtonClick", "search", (node) => [node.text]);
callback(SearchBarElement, "onCancelButtonClick", "cancel");

// Dialogs, popovers and disclosures (HTML Standard sections 4.11 and 6.12): the page's host opens and closes
// them.

class HTMLDetailsElement extends HTMLElement { constructor(key, id, name) { super(key, id, name); } }
class HTMLDialogElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get returnValue() { return askForm("returnValue", this); }
  set returnValue(value) { askForm("setReturnValue", this, text(value)); }
  show() { askForm("show", this); }
  showModal() { askForm("showModal", this); }
  close(value = undefined) { askForm("close", this, value === undefined ? null : text(value)); }
  requestClose(value = undefined) { askForm("requestClose", this, value === undefined ? null : text(value)); }
}
reflect(HTMLDetailsElement, { name: "name" });
reflect(HTMLDialogElement, { closedBy: "closedby" });
for (const Class of rest([HTMLDetailsElement, HTMLDialogElement])) {
  // An attribute of this name is true with any value.
  defineProperty(Class.prototype, "open", {
    __proto__: null, configurable: true, enumerable: true,
    get() { return typeof host.attribute("open", idOf(this)) === "string"; },
    set(value) { setAttributeOf(idOf(this), "open", value ? "" : null); },
  });
}
const popoverMembers = {
  get popover() {
    const value = host.attribute("popover", idOf(this));
    if (typeof value !== "string") return null;
    return value === "" || lower(value) === "auto" ? "auto" : lower(value) === "hint" ? "hint" : "manual";
  },
  set popover(value) {
    setAttributeOf(idOf(this), "popover", value === null || value === undefined ? null : text(value));
  },
  showPopover() { askForm("showPopover", this); },
  hidePopover() { askForm("hidePopover", this); },
  togglePopover(options = undefined) {
    const force = isObject(options) ? options.force : options;
    return askForm("togglePopover", this, force === undefined ? null : !!force);
  },
};
reflect(HTMLButtonElement, { command: "command" });
reflectWord(HTMLButtonElement, "popoverTargetAction", "popovertargetaction", ["toggle", "show", "hide"]);
const reflectElement = (Class, key, name) => defineProperty(Class.prototype, key, {
  __proto__: null, configurable: true, enumerable: true,
  get() { return byId(host.attribute(name, idOf(this)) ?? "", 0); },
  set(value) {
    setAttributeOf(
      idOf(this), name, value === null ? null : host.attribute("id", requireId(value, key)) ?? ""
    );
  },
});
reflectElement(HTMLButtonElement, "popoverTargetElement", "popovertarget");
reflectElement(HTMLButtonElement, "commandForElement", "commandfor");

({
  HTMLLabelElement, HTMLButtonElement, HTMLInputElement, HTMLTextAreaElement, SearchBarElement,
  HTMLSelectElement, HTMLOptionElement, HTMLOptGroupElement, HTMLDataListElement, HTMLFormElement,
  HTMLFieldSetElement, HTMLOutputElement, HTMLProgressElement, HTMLMeterElement, HTMLDetailsElement,
  HTMLDialogElement, HTMLFormControlsCollection, HTMLOptionsCollection, RadioNodeList, ValidityState, Option,
  HTMLElement: popoverMembers, withNames, checkSubmitter, formEntries, validityFlags, validityOf,
});

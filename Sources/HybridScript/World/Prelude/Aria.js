// ARIA attributes as properties (ARIA 1.3 section 10, *ARIAMixin*): the attribute's text, or null.

const ariaNames = [
  "Atomic", "AutoComplete", "BrailleLabel", "BrailleRoleDescription", "Busy", "Checked", "ColCount",
  "ColIndex", "ColIndexText", "ColSpan", "Current", "Description", "Disabled", "Expanded", "HasPopup",
  "Hidden", "Invalid", "KeyShortcuts", "Label", "Level", "Live", "Modal", "MultiLine", "MultiSelectable",
  "Orientation", "Placeholder", "PosInSet", "Pressed", "ReadOnly", "Relevant", "Required", "RoleDescription",
  "RowCount", "RowIndex", "RowIndexText", "RowSpan", "Selected", "SetSize", "Sort", "ValueMax", "ValueMin",
  "ValueNow", "ValueText",
];
function reflectOrNull(key, name) {
  defineProperty(Element.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() { return host.attribute(name, idOf(this)) ?? null; },
    set(value) {
      setAttributeOf(idOf(this), name, value === null || value === undefined ? null : text(value));
    },
  });
}
for (let i = 0; i < ariaNames.length; i += 1)
  reflectOrNull(`aria${ariaNames[i]}`, `aria-${lower(ariaNames[i])}`);
reflectOrNull("role", "role");

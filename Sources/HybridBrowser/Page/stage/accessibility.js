// The accessibility properties of a node: the server's (`a11y`), or by default those of its control.

const roles = {
  button: 'button', link: 'link', checkbox: 'checkbox', radio: 'radio', switch: 'switch', row: 'button',
  segment: 'radiogroup', dots: 'slider',
};

/** The states of WAI-ARIA that a node may have; others are not set. */
const states = new Set([
  'checked', 'pressed', 'selected', 'expanded', 'disabled', 'required', 'invalid', 'readonly', 'multiline',
  'multiselectable', 'modal', 'busy', 'current', 'haspopup', 'orientation', 'sort', 'live', 'valuemin',
  'valuenow', 'valuemax', 'setsize', 'posinset', 'colspan', 'rowspan', 'roledescription',
]);

/**
 * Sets the role, the name and the states of the element that draws a node.
 *
 * @param {import('./drawing.js').Drawing} drawing
 */
export function describe(drawing) {
  const { node } = drawing;
  // Assistive technology gets the field, not the box around it.
  const subject = drawing.field?.element ?? drawing.element;
  const wanted = attributesOf(node, Boolean(drawing.field));
  const before = drawing.told ?? new Map();
  if (drawing.toldTo && drawing.toldTo !== subject) {
    for (const name of before.keys()) drawing.toldTo.removeAttribute(name);
    before.clear();
  }
  for (const name of before.keys()) if (!wanted.has(name)) subject.removeAttribute(name);
  for (const [name, value] of wanted) if (before.get(name) !== value) subject.setAttribute(name, value);
  drawing.told = wanted;
  drawing.toldTo = subject;
}

function attributesOf(node, isField) {
  const { a11y, control } = node;
  const result = new Map();
  const role = a11y ? a11y.role : control ? roles[control.kind] : headingLevel(node) ? 'heading' : undefined;
  if (role && !isField) result.set('role', role);
  if (a11y?.hidden === true) result.set('aria-hidden', 'true');
  const label = a11y?.label ?? (isField ? control?.placeholder : undefined)
    ?? (control && !['row', 'table'].includes(control.kind) ? node.text : undefined);
  if (label) result.set('aria-label', label);
  if (a11y?.description) result.set('aria-description', a11y.description);
  const level = a11y?.level ?? headingLevel(node);
  if (level && role === 'heading') result.set('aria-level', String(level));
  if (a11y?.value && ['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar'].includes(role)) {
    result.set('aria-valuetext', a11y.value);
  }
  if (control && !isField) {
    if (control.isOn !== undefined) {
      result.set(control.kind === 'button' ? 'aria-pressed' : 'aria-checked', String(control.isOn));
    }
    if (control.isDisabled) result.set('aria-disabled', 'true');
    if (control.kind === 'dots') result.set('aria-valuenow', String(control.selected ?? 0));
  }
  for (const [name, value] of Object.entries(a11y?.states ?? {})) {
    if (states.has(name)) result.set(`aria-${name}`, String(value));
  }
  return result;
}

function headingLevel({ tag }) {
  return /^h[1-6]$/i.test(tag) ? Number(tag[1]) : 0;
}

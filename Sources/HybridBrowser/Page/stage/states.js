// The states that the user left nodes in. A server that has lost them gets them, so that a page that restarts
// continues from there.

import { pathOf } from './tree.js';

/** The maximum number of states, and of bytes of texts and names, in one `hello`. */
const limits = { count: 64, bytes: 1 << 18 };

/**
 * The states of the touched nodes, and of the focused one.
 *
 * @param {import('./tree.js').Tree} tree
 * @param {number[]} touched
 * @param {(n: number) => object} local What the person did and the server has not answered: any of `text`,
 *   `selected`, `x`, `y`.
 */
export function statesOf(tree, touched, local) {
  const states = [];
  const encoder = new TextEncoder();
  let room = limits.bytes;
  for (const n of touched.slice(-limits.count)) {
    const node = tree.nodes.get(n);
    if (!node) continue;
    const state = { path: pathOf(tree, n), ...stateOf(node, local(n)) };
    if (Object.keys(state).length === 1) continue;
    const size = encoder.encode(JSON.stringify(state)).length;
    if (size > room) continue;
    room -= size;
    states.push(state);
  }
  return states;
}

function stateOf(node, own) {
  const state = {};
  const control = node.control;
  switch (control?.kind) {
    case 'text': case 'multiline': case 'password': case 'search':
      state.text = own.text ?? control.value ?? '';
      break;
    case 'checkbox': case 'radio': case 'switch':
      if (control.isOn !== undefined) state.isOn = control.isOn;
      break;
    case 'segment': case 'dots': case 'select':
      if ((own.selected ?? control.selected) !== undefined) state.selected = own.selected ?? control.selected;
      break;
    default:
  }
  if (control?.isFocused) {
    state.focused = true;
    if (control.caret !== undefined) state.caret = control.caret;
  }
  if (node.scroll) {
    state.x = own.x ?? node.scroll.x ?? 0;
    state.y = own.y ?? node.scroll.y ?? 0;
  }
  return state;
}

// Shortcuts. Single letters work only outside of text input, and can be turned off (WCAG 2.2, 2.1.4).

import { keep, kept } from './theme.js';

const storageKey = 'hybrid-single-keys';

/** Every shortcut: its text in the help, its key in the event, and the name of its action. */
export const shortcuts = [
  { keys: ['/'], match: ['/'], action: 'search', does: 'Search units' },
  { keys: ['['], match: ['['], action: 'previous', does: 'Show the unit before' },
  { keys: [']'], match: [']'], action: 'next', does: 'Show the unit behind' },
  { keys: ['A'], match: ['a'], action: 'add', does: 'Add a screen' },
  { keys: ['X'], match: ['x'], action: 'remove', does: 'Remove the active screen' },
  { keys: ['L'], match: ['l'], action: 'landscape', does: 'Portrait or landscape' },
  { keys: ['D'], match: ['d'], action: 'dark', does: 'Light or dark' },
  { keys: ['R'], match: ['r'], action: 'rtl', does: 'Left to right or right to left' },
  { keys: ['+'], match: ['+', '='], action: 'larger', does: 'Larger text' },
  { keys: ['−'], match: ['-', '−'], action: 'smaller', does: 'Smaller text' },
  { keys: ['0'], match: ['0'], action: 'fit', does: 'Fit the screens into the window' },
  { keys: ['1'], match: ['1'], action: 'full', does: 'Show them at 100 %' },
  { keys: ['E'], match: ['e'], action: 'problems', does: 'Show or hide problems' },
  { keys: ['W'], match: ['w'], action: 'warnings', does: 'Show or hide warnings' },
  { keys: ['C'], match: ['c'], action: 'console', does: 'Open or close the console' },
  { keys: ['I'], match: ['i'], action: 'inspect', does: 'Open or close the inspector' },
  { keys: ['F6'], match: ['F6'], action: 'region', does: 'Go to the next part of the window' },
  { keys: ['?'], match: ['?'], action: 'help', does: 'Show this list' },
];

export class Keyboard {
  hasSingleKeys = kept(storageKey) !== 'off';
  #actions;

  /** @param {Object<string, function(KeyboardEvent)>} actions By name. */
  constructor(actions) {
    this.#actions = actions;
    document.addEventListener('keydown', event => this.#pressed(event));
  }

  setSingleKeys(isOn) {
    this.hasSingleKeys = isOn;
    keep(storageKey, isOn ? null : 'off');
  }

  #pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isFunctionKey = event.key === 'F6';
    if (!isFunctionKey && (!this.hasSingleKeys || isTyped(event.target))) return;
    if (document.querySelector('dialog[open]')) return;
    const shortcut = shortcuts.find(
      one => one.match.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key)
    );
    const action = shortcut && this.#actions[shortcut.action];
    if (!action) return;
    event.preventDefault();
    action(event);
  }
}

/** Whether the focused element handles keys itself: a field, a list, or the page in a screen. */
function isTyped(target) {
  if (!(target instanceof Element)) return false;
  return target.closest(
    'input:not([type="checkbox"]), textarea, select, .stage-host, [contenteditable], .inspector'
  ) !== null;
}

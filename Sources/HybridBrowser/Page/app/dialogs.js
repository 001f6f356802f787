// Dialogs over the page: the shortcuts, and the size of a custom device.

import { iconButton, make } from './dom.js';
import { shortcuts } from './keyboard.js';

/** A dialog with a title; it is in the page while it is open. */
function dialog(id, title, ...content) {
  const close = () => element.close();
  const element = make('dialog', { class: 'dialog', 'aria-labelledby': id, close: () => element.remove() },
    make('header', { class: 'dialog-head' }, make('h2', { id }, title), iconButton('close', 'Close', close)),
    ...content);
  element.addEventListener('click', event => { if (event.target === element) close(); });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Lists the shortcuts, and can turn them off. @param {import('./keyboard.js').Keyboard} keyboard */
export function showHelp(keyboard) {
  if (document.querySelector('dialog[open]')) return;
  const isOn = make(
    'input', { type: 'checkbox', id: 'single-keys', change: () => keyboard.setSingleKeys(isOn.checked) }
  );
  isOn.checked = keyboard.hasSingleKeys;
  dialog('help-title', 'Keyboard shortcuts',
    make('dl', { class: 'shortcuts' }, ...shortcuts.map(({ keys, does }) => make('div', {},
      make('dt', {}, ...keys.map(key => make('kbd', {}, key))), make('dd', {}, does)))),
    make(
      'p', { class: 'dialog-note' }, isOn,
      make('label', { for: 'single-keys' }, 'Letters and signs alone are shortcuts')
    ),
    make('p', { class: 'quiet' }, 'What you type into a screen goes to the page in it. F6 leads out again.'));
}

/** Asks for a size. @returns {Promise<?{width: number, height: number}>} Null if it was cancelled. */
export function askSize() {
  const { promise, resolve } = Promise.withResolvers();
  const side = (name, title, value) => make('input', {
    type: 'number', class: 'input', id: `size-${name}`, min: '50', max: '4000', required: true, value,
    inputmode: 'numeric', 'aria-label': title,
  });
  const [width, height] = [
    side('width', 'Width in points', '360'), side('height', 'Height in points', '740'),
  ];
  const form = make('form', { class: 'size-form', method: 'dialog' },
    width, make('span', { 'aria-hidden': 'true' }, '×'), height,
    make('button', { type: 'submit', class: 'button primary' }, 'Show'));
  const element = dialog(
    'size-title', 'Another size', make('p', { class: 'quiet' }, 'In points, from 50 to 4,000.'), form
  );
  let size = null;
  form.addEventListener(
    'submit', () => { size = { width: Number(width.value), height: Number(height.value) }; }
  );
  element.addEventListener('close', () => resolve(size));
  width.select();
  return promise;
}

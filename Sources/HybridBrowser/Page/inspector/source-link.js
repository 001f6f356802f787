// Places in files, as buttons that open the editor.

import { make } from './dom.js';

/**
 * @param {{source?: string, place?: string}} item What stands there: `source` is `file:line:column`, `place`
 *   the name that the server opens it by.
 * @param {function(string): void} open
 * @param {string} [around] A place beside which this one stands: in the same file the line alone is shown.
 * @returns {HTMLElement|null} Nothing where no place is known.
 */
export function sourceLink({ source, place }, open, around) {
  if (!source) return null;
  const fileOf = (text) => text?.replace(/:\d+:\d+$/, '');
  const line = source.replace(/:\d+$/, '');
  const short = fileOf(around) === fileOf(source) ? line.slice(fileOf(source).length) : line.split('/').pop();
  return make('button', {
    type: 'button', class: 'inspector-source', title: source, 'aria-label': `Open ${source}`,
    'data-source': source, click: (event) => { event.stopPropagation(); open(place ?? source); },
  }, short);
}

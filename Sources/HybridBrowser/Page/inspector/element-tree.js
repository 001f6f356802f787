// The tree of elements. Only open branches have rows, and only the first of many siblings, because a page may
// have thousands.

import { labelOf, make } from './dom.js';
import { find } from './element-search.js';

/** The number of siblings that get rows at once. */
const step = 200;

export class ElementTree extends EventTarget {
  #stage = null;
  #open = new Set();
  /** The number of rows for the children of a node, if it is more than the first few. */
  #shown = new Map();
  #selected = null;
  #matches = [];
  #match = -1;

  // Events: 'select' and 'hover', both with {n}.
  constructor() {
    super();
    this.rows = make(
      'ul',
      {
        role: 'tree', 'aria-label': 'Elements', class: 'inspector-tree',
        keydown: (event) => this.#press(event),
      }
    );
    this.rows.addEventListener('mouseover', (event) => this.#tell('hover', this.#rowOf(event)));
    this.rows.addEventListener('mouseleave', () => this.#tell('hover', null));
    this.rows.addEventListener('click', (event) => this.#click(event));
    this.query = make('input', {
      type: 'search', class: 'inspector-field', placeholder: 'Find by selector or text',
      'aria-label': 'Find elements', input: () => this.#search(),
      keydown: (event) => this.#pressInSearch(event),
    });
    this.count = make('span', { class: 'inspector-count', role: 'status' });
    this.element = make('section', { class: 'inspector-elements', 'aria-label': 'Elements' },
      make('div', { class: 'inspector-find' }, this.query, this.count), this.rows);
  }

  attach(stage) {
    this.#stage = stage;
    this.#open.clear();
    this.#shown.clear();
    this.#selected = null;
    this.refresh();
  }

  /** Creates the rows again from the current tree; open branches stay open. */
  refresh() {
    const hadFocus = this.rows.contains(document.activeElement);
    const root = this.#root();
    if (root && this.#open.size === 0) for (const n of this.#firstLevels(root)) this.#open.add(n);
    const place = this.rows.scrollTop;
    this.rows.replaceChildren(...(root ? [this.#row(root, 1, 1, 1)] : []));
    this.rows.scrollTop = place;
    if (!this.#rowFor(this.#selected)) this.#focusable(this.rows.firstElementChild);
    if (hadFocus) this.#rowFor(this.#selected)?.focus({ preventScroll: true });
  }

  /** Selects a node, opens its ancestors and scrolls it into view. */
  select(n, { focuses = false } = {}) {
    const tree = this.#stage?.tree;
    this.#selected = n;
    for (
      let above = tree?.get(n)?.parent ?? null;
      above !== null && tree.has(above);
      above = tree.get(above).parent
    ) {
      this.#open.add(above);
      this.#reveal(above, n);
    }
    this.refresh();
    const row = this.#rowFor(n);
    row?.firstElementChild.scrollIntoView({ block: 'nearest' });
    if (focuses) row?.focus({ preventScroll: true });
  }

  // MARK: Rows

  #root() {
    const nodes = this.#stage?.tree;
    if (!nodes) return null;
    for (const node of nodes.values()) if (node.parent === null || node.parent === undefined) return node;
    return null;
  }

  #firstLevels(root) {
    const found = [root.n];
    // Opens single children, and one level more.
    let node = root;
    while (node && node.children.length === 1) {
      node = this.#stage.tree.get(node.children[0]);
      if (node) found.push(node.n);
    }
    return found;
  }

  /** Creates the row for the child that is an ancestor of `n`. */
  #reveal(parent, n) {
    const tree = this.#stage.tree;
    let child = n;
    while (tree.get(child) && tree.get(child).parent !== parent) child = tree.get(child).parent;
    const index = tree.get(parent).children.indexOf(child);
    if (index >= (this.#shown.get(parent) ?? step)) this.#shown.set(parent, index + step);
  }

  #row(node, level, position, count) {
    const hasChildren = node.children.length > 0;
    const isOpen = hasChildren && this.#open.has(node.n);
    const row = make('li', {
      role: 'treeitem', 'data-n': String(node.n), 'aria-level': String(level),
      'aria-posinset': String(position), 'aria-setsize': String(count),
      'aria-selected': String(node.n === this.#selected),
      'aria-expanded': hasChildren ? String(isOpen) : null, tabindex: node.n === this.#selected ? '0' : '-1',
      'aria-label': node.text ? `${labelOf(node)}, ${node.text.slice(0, 80)}` : labelOf(node),
    }, this.#line(node, level));
    if (isOpen) row.append(this.#group(node, level));
    return row;
  }

  #line(node, level) {
    const line = make('span', { class: 'inspector-row' },
      make('span', { class: 'inspector-twist', 'aria-hidden': 'true' }),
      make('span', { class: 'inspector-tag' }, node.tag),
      node.id ? make('span', { class: 'inspector-id' }, `#${node.id}`) : null,
      node.class
        ? make(
          'span', { class: 'inspector-class' },
          node.class.trim().split(/\s+/).map((name) => `.${name}`).join('')
        )
        : null,
      node.text ? make('span', { class: 'inspector-text' }, `“${node.text.slice(0, 80)}”`) : null);
    line.style.paddingInlineStart = `${Math.min(level - 1, 40) * 12 + 4}px`;
    return line;
  }

  #group(node, level) {
    const limit = this.#shown.get(node.n) ?? step;
    const tree = this.#stage.tree;
    const shown = node.children.slice(0, limit).map((n) => tree.get(n)).filter(Boolean);
    const group = make('ul', { role: 'group' },
      ...shown.map((child, index) => this.#row(child, level + 1, index + 1, node.children.length)));
    const rest = node.children.length - shown.length;
    if (rest > 0) {
      group.append(make('li', { role: 'none' }, make('button', {
        type: 'button', class: 'inspector-more',
        click: (event) => { event.stopPropagation(); this.#shown.set(node.n, limit + step); this.refresh(); },
      }, `${rest} more`)));
    }
    return group;
  }

  #rowFor(n) {
    return n === null ? null : this.rows.querySelector(`[data-n="${Number(n)}"]`);
  }

  #rowOf(event) {
    const row = event.target.closest('[data-n]');
    return row ? Number(row.dataset.n) : null;
  }

  #focusable(row) {
    if (row) row.tabIndex = 0;
  }

  // MARK: What people do

  #tell(type, n) {
    this.dispatchEvent(new CustomEvent(type, { detail: { n } }));
  }

  #click(event) {
    const n = this.#rowOf(event);
    if (n === null) return;
    if (event.target.closest('.inspector-twist')) return this.#toggle(n);
    this.#choose(n);
  }

  #choose(n) {
    this.select(n, { focuses: true });
    this.#tell('select', n);
  }

  #toggle(n, isOpen = !this.#open.has(n)) {
    if (isOpen) this.#open.add(n); else this.#open.delete(n);
    this.refresh();
    this.#rowFor(n)?.focus({ preventScroll: true });
  }

  /** https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
  #press(event) {
    const n = this.#rowOf(event);
    const node = n === null ? null : this.#stage.tree.get(n);
    if (!node || event.target.closest('.inspector-more')) return;
    const rows = [...this.rows.querySelectorAll('[data-n]')];
    const place = rows.findIndex((row) => Number(row.dataset.n) === n);
    const isOpen = this.#open.has(n) && node.children.length > 0;
    const to = (row) => { if (row) this.#choose(Number(row.dataset.n)); };
    switch (event.key) {
      case 'ArrowDown': to(rows[place + 1]); break;
      case 'ArrowUp': to(rows[place - 1]); break;
      case 'Home': to(rows[0]); break;
      case 'End': to(rows.at(-1)); break;
      case 'ArrowRight':
        if (isOpen) to(rows[place + 1]);
        else if (node.children.length) this.#toggle(n, true);
        break;
      case 'ArrowLeft':
        if (isOpen) this.#toggle(n, false);
        else if (node.parent !== null) to(this.#rowFor(node.parent));
        break;
      case 'Enter': case ' ': this.#choose(n); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // MARK: Searching

  #search() {
    const tree = this.#stage?.tree;
    this.#matches = tree ? find(tree, this.#inOrder(), this.query.value) : [];
    this.#match = -1;
    this.#count();
  }

  * #inOrder() {
    const root = this.#root();
    const open = root ? [root.n] : [];
    while (open.length) {
      const node = this.#stage.tree.get(open.pop());
      if (!node) continue;
      yield node;
      open.push(...[...node.children].reverse());
    }
  }

  #pressInSearch(event) {
    if (event.key === 'Escape' && this.query.value) {
      event.stopPropagation();
      this.query.value = '';
      this.#search();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!this.#matches.length) return;
      const isBack = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey);
      const count = this.#matches.length;
      this.#match = this.#match < 0 ? (isBack ? count - 1 : 0)
        : (this.#match + (isBack ? count - 1 : 1)) % count;
      const n = this.#matches[this.#match];
      this.select(n);
      this.#tell('select', n);
      this.#count();
    }
  }

  #count() {
    const count = this.#matches.length;
    this.count.textContent = !this.query.value.trim() ? '' : !count ? 'nothing found'
      : this.#match < 0 ? `${count} found` : `${this.#match + 1} of ${count}`;
  }
}

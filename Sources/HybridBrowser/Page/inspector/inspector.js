// The inspector: the server's facts about one element of a stage, and values to try on it.

import { BoxDiagram } from './box-diagram.js';
import { ComputedPage } from './computed-page.js';
import { labelOf, make } from './dom.js';
import { EditList } from './edit-list.js';
import { ElementPage } from './element-page.js';
import { ElementTree } from './element-tree.js';
import { Highlight } from './highlight.js';
import { LayoutPage } from './layout-page.js';
import { nodeAt, pathOf } from './node-path.js';
import { Questions } from './questions.js';
import { sourceLink } from './source-link.js';
import { StylesPage } from './styles-page.js';
import { Tabs } from './tabs.js';

/**
 * How long the panel waits for more changes of the page, in milliseconds: an animation changes the page in
 * each frame.
 */
const calm = 80;

export class Inspector {
  #stage = null;
  #selected = null;
  /** The path of the element and its unit, for a tree with other numbers. */
  #path = [];
  #unit = null;
  #inspection = null;
  #isPicking = false;
  #refreshing = 0;
  #listeners = new AbortController();

  /**
   * @param {HTMLElement} host An element with nothing in it.
   * @param {{open: function(string): void}} options `open` opens a place by the name that the server gave it.
   */
  constructor(host, { open }) {
    this.host = host;
    host.classList.add('inspector-host');
    this.open = open;
    this.questions = new Questions();
    this.highlight = new Highlight();
    this.tree = new ElementTree();
    this.styles = new StylesPage(
      { open, edit: (wish) => this.#edit(wish), closed: () => this.#refreshSoon(0) }
    );
    this.box = new BoxDiagram();
    this.computed = new ComputedPage();
    this.layout = new LayoutPage(open);
    this.facts = new ElementPage(open);
    this.edits = new EditList({
      undo: ({ n, property }) => this.#send({ type: 'edit', n, property, value: null }),
      undoAll: () => this.#send({ type: 'edit', reset: true }),
    });
    this.picker = make('button', {
      type: 'button', class: 'inspector-button', 'aria-pressed': 'false',
      title: 'Choose an element on the screen', click: () => this.setPicking(!this.#isPicking),
    }, 'Pick');
    this.name = make('h2', { class: 'inspector-name' });
    this.tabs = new Tabs('What is known of the element', [
      ['Styles', make('div', {}, this.styles.element)], [
        'Computed', make('div', {}, this.box.element, this.computed.element),
      ],
      ['Layout', this.layout.element], ['Element', this.facts.element],
    ]);
    this.sheet = make('link', { rel: 'stylesheet', href: new URL('inspector.css', import.meta.url).href });
    this.element = make('div', { class: 'inspector-panel', keydown: (event) => this.#press(event) },
      make(
        'header', { class: 'inspector-head' }, this.picker, this.name
      ), this.tree.element, this.tabs.bar, this.tabs.body,
      this.edits.element);
    document.head.append(this.sheet);
    host.replaceChildren(this.element);
    const { signal } = this.#listeners;
    this.tree.addEventListener('select', ({ detail }) => this.select(detail.n), { signal });
    this.tree.addEventListener('hover', ({ detail }) => this.#look(detail.n), { signal });
    this.#draw();
  }

  /** Inspects another stage. */
  attach(stage) {
    const wasPicking = this.#isPicking;
    this.#detach();
    this.#stage = stage;
    this.#unit = stage.unit;
    this.#stageListeners = new AbortController();
    const { signal } = this.#stageListeners;
    stage.addEventListener('hover', ({ detail }) => this.#look(detail.n), { signal });
    stage.addEventListener('pick', ({ detail }) => this.#pick(detail.n), { signal });
    stage.addEventListener('changed', () => this.#refreshSoon(), { signal });
    stage.addEventListener('shown', () => this.#showOther(), { signal });
    this.questions.attach(stage);
    this.highlight.attach(stage);
    this.tree.attach(stage);
    this.edits.attach(stage);
    this.setPicking(wasPicking);
    this.#select(null);
    this.#refresh();
  }

  #stageListeners = null;

  #detach() {
    this.setPicking(false);
    this.#stageListeners?.abort();
    this.#stageListeners = null;
    this.highlight.hide();
    clearTimeout(this.#refreshing);
    this.#stage = null;
  }

  /** Shows the facts about a node; null for none. */
  select(n) {
    if (n !== null && !this.#stage?.tree?.has(n)) n = null;
    this.#select(n);
    return this.#refresh();
  }

  #select(n) {
    if (n === this.#selected) return;
    this.#selected = n;
    this.#path = n === null ? [] : pathOf(this.#stage.tree, n);
    this.#inspection = null;
    this.styles.isEditing = false;
    if (n !== null) this.tree.select(n);
    this.#draw();
  }

  /** The selected node, or null. */
  get selected() {
    return this.#selected;
  }

  /** Whether clicks on the stage select an element. */
  get isPicking() {
    return this.#isPicking;
  }

  setPicking(isOn) {
    this.#isPicking = Boolean(isOn && this.#stage);
    if (this.#stage) this.#stage.isInspecting = this.#isPicking;
    this.picker.setAttribute('aria-pressed', String(this.#isPicking));
    if (!this.#isPicking) this.highlight.hide();
  }

  close() {
    this.#detach();
    this.#listeners.abort();
    this.sheet.remove();
    this.element.remove();
  }

  // MARK: The stage

  /** The pointer is over a node, in the tree or on the stage. */
  async #look(n) {
    if (n === null || !this.#stage?.tree?.has(n)) return this.highlight.hide();
    const known = n === this.#selected ? this.#inspection?.box : null;
    this.highlight.show(n, known);
    const inspection = known ? null : await this.questions.look(n);
    if (inspection && this.highlight.n === n) this.highlight.show(n, inspection.box);
  }

  #pick(n) {
    if (n === null) return;
    this.setPicking(false);
    this.select(n);
    this.tree.select(n, { focuses: true });
  }

  /** Another unit, or another device. */
  #showOther() {
    if (this.#stage.unit !== this.#unit) {
      this.#select(null);
      this.edits.attach(this.#stage);
    }
    this.#unit = this.#stage.unit;
    this.#find();
    this.#refreshSoon(0);
  }

  /** Selects the same element in a tree that may have other numbers. */
  #find() {
    const tree = this.#stage.tree;
    if (this.#selected === null) return;
    const isSame = tree.has(this.#selected) && pathOf(tree, this.#selected).join() === this.#path.join();
    const n = isSame ? this.#selected
      : nodeAt(tree, this.#path) ?? (tree.has(this.#selected) ? this.#selected : null);
    if (n !== this.#selected) this.#select(n); else if (n !== null) this.#path = pathOf(tree, n);
  }

  #refreshSoon(delay = calm) {
    this.questions.forget();
    clearTimeout(this.#refreshing);
    this.#refreshing = setTimeout(() => this.#refresh(), delay);
  }

  async #refresh() {
    const stage = this.#stage;
    if (!stage) return;
    this.#find();
    const n = this.#selected;
    this.tree.refresh();
    if (n === null) return this.#draw();
    const answer = await this.questions.inspect(n);
    if (stage !== this.#stage || n !== this.#selected || !answer) return;
    this.#inspection = answer.element ?? null;
    if (answer.element) this.edits.show(answer.element.edits ?? []);
    this.#draw();
    if (this.highlight.n === n) this.highlight.show(n, this.#inspection?.box);
  }

  // MARK: Editing

  /** Tries a declaration on the selected element. Returns its fault, or null. */
  async #edit({ property, value, rule, declaration }) {
    const n = this.#selected;
    if (n === null) return { message: 'no element is chosen' };
    // An important declaration stays important: the edit replaces it.
    if (value !== null) this.edits.note({ n, property, rule, declaration });
    return this.#send({ type: 'edit', n, property, value });
  }

  async #send(message) {
    const answer = await this.questions.ask(message);
    if (!answer) return { message: 'the server did not answer' };
    this.edits.show(answer.edits ?? []);
    if (!answer.error) this.#refreshSoon(0);
    return answer.error ?? null;
  }

  // MARK: The panel

  #draw() {
    const node = this.#stage?.tree?.get(this.#selected);
    this.name.replaceChildren(
      node ? make('code', {}, labelOf(node)) : 'No element chosen',
      sourceLink(this.#inspection ?? {}, this.open) ?? ''
    );
    this.styles.show(this.#inspection);
    this.box.show(this.#inspection?.box);
    this.computed.show(this.#inspection);
    this.layout.show(this.#inspection);
    this.facts.show(this.#inspection, node);
  }

  #press(event) {
    if (event.key === 'Escape' && this.#isPicking) {
      event.stopPropagation();
      this.setPicking(false);
    }
  }
}

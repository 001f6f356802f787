// User input: pointers, keys and focus become events of the protocol.

import { drawingOf } from './drawing.js';
import { Scrolling } from './scrolling.js';

/** Keys that are not text and that a page may listen to, if they have no other effect. */
const tellable = new Set([
  'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'Backspace',
  'Delete',
]);

const listened = ['pointerdown', 'pointerup', 'pointercancel', 'click', 'keydown', 'focusin', 'focusout'];
const inspected = ['pointermove', 'pointerleave', 'contextmenu', 'mousedown', 'dblclick', 'wheel'];

export class Person {
  /**
   * @param {HTMLElement} viewport
   * @param {{tell: (event: object) => void, pick: (n: ?number) => void, hover: (n: ?number) => void}} options
   */
  constructor(viewport, options) {
    this.viewport = viewport;
    this.options = options;
    /** @type {import('./canvas.js').Canvas} */
    this.canvas = null;
    this.isConnected = false;
    this.isInspecting = false;
    /** The drawing under the pointer when it went down. */
    this.pressed = null;
    /**
     * The focused drawing, and the drawings whose focus was sent to the server without an answer yet; oldest
     * first.
     */
    this.focused = null;
    this.told = [];
    this.serverFocus = null;
    this.scrolling = new Scrolling(this);
    for (const type of listened) viewport.addEventListener(type, this);
    // In the capture phase: while inspecting, no other handler gets events.
    for (const type of [...listened, ...inspected]) {
      viewport.addEventListener(type, event => this.#inspect(event), { capture: true, passive: false });
    }
  }

  /** Sends an event on a node. */
  tell(name, n, more = {}) {
    this.options.tell({ type: 'event', name, n, ...more });
  }

  /** Called after drawing: whether the set of usable nodes changed, and that of scrollable ones. */
  drawn({ isOtherToUse, isOtherToScroll }) {
    if (isOtherToUse) {
      this.#markFocusable();
      this.#followFocus();
    }
    if (isOtherToUse || isOtherToScroll) this.scrolling.drawn();
  }

  /** The unanswered input of the user, for a page that restarts. */
  local(n) {
    const drawing = this.canvas.drawings.get(n);
    const own = {};
    if (drawing?.field?.isText) own.text = drawing.field.element.value;
    if (drawing?.choices) own.selected = drawing.choices.optimistic.shown;
    if (drawing?.optimisticOffset) Object.assign(own, drawing.optimisticOffset.shown);
    return own;
  }

  /** The connection is back: sends the lost input again. */
  resend() {
    for (const { field } of this.canvas.drawings.values()) field?.resend();
  }

  handleEvent(event) {
    const drawing = drawingOf(event.target);
    switch (event.type) {
      case 'pointerdown': if (event.isPrimary && event.button === 0) this.#down(drawing); break;
      case 'pointerup': case 'pointercancel': this.#up(); break;
      case 'click': this.#click(event, drawing); break;
      case 'keydown': this.#key(event, drawing); break;
      case 'focusin': this.#focusIn(drawing); break;
      case 'focusout': this.#focusOut(event); break;
      default:
    }
  }

  // MARK: Pointers

  /** The node itself, or its nearest ancestor that reacts to taps. */
  #target(drawing) {
    for (let node = drawing?.node; node; node = this.canvas.tree.nodes.get(node.parent)) {
      if (node.control ? node.control.kind !== 'table' : node.taps) return this.canvas.drawings.get(node.n);
    }
    return null;
  }

  #down(drawing) {
    const target = this.#target(drawing);
    if (!target || target.node.control?.isDisabled) return;
    this.pressed = target;
    this.tell('press', target.n);
  }

  #up() {
    if (!this.pressed) return;
    this.released = this.pressed;
    this.pressed = null;
    if (this.released.element.isConnected) this.tell('release', this.released.n);
  }

  #click(event, drawing) {
    const target = this.#target(drawing);
    const isWhole = target && target === this.released;
    this.released = null;
    // Fields and choices handle clicks themselves.
    if (!isWhole || target.field || target.choices) return;
    this.#activate(target, drawing, event);
  }

  /**
   * Performs a tap.
   *
   * @param {import('./drawing.js').Drawing} target What answers to it.
   * @param {import('./drawing.js').Drawing} inner What was hit.
   * @param {?MouseEvent} event
   */
  #activate(target, inner, event) {
    const { control } = target.node;
    if (control?.isDisabled) return;
    const place = event ? placeIn(inner, event) : {};
    if (['checkbox', 'switch', 'radio'].includes(control?.kind)) this.tell('toggle', target.n);
    else if (control?.kind === 'dots') this.#turnPage(target, place.x > target.node.frame[2] / 2 ? 1 : -1);
    else this.tell('tap', inner.n, place);
  }

  #turnPage(target, by) {
    const next = (target.node.control.selected ?? 0) + by;
    if (next >= 0) this.tell('select', target.n, { index: next });
  }

  // MARK: Keys

  #key(event, drawing) {
    if (!drawing || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { field, choices } = drawing;
    if (field) return this.#keyInField(event, drawing, field);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const kind = drawing.node.control?.kind;
    if (choices && step) {
      event.preventDefault();
      choices.step(step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (choices || !drawing.isFocusable) return;
      event.preventDefault();
      if (!event.repeat) this.#activate(drawing, drawing, null);
    } else if (kind === 'dots' && step) {
      event.preventDefault();
      this.#turnPage(drawing, step);
    } else if (kind === 'radio' && step) {
      event.preventDefault();
      this.#nextRadio(drawing, step);
    } else if (event.key === 'Escape' || tellable.has(event.key)) {
      if (drawing.isFocusable) this.tell('key', drawing.n, { key: event.key });
    }
  }

  #keyInField(event, drawing, field) {
    if (event.key === 'Escape') {
      this.tell('key', drawing.n, { key: 'Escape' });
      field.element.blur();
    } else if (!field.isText || field.kind === 'multiline') {
      // Enter is a new line in a text area, and opens a list.
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.tell('key', drawing.n, { key: 'Enter' });
      field.enter();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.tell('key', drawing.n, { key: event.key });
    }
  }

  /** The arrow keys move through the radio buttons, and select. */
  #nextRadio(drawing, step) {
    const radios = [];
    for (const node of this.canvas.tree.inOrder()) {
      const other = this.canvas.drawings.get(node.n);
      if (node.control?.kind === 'radio' && other.isFocusable) radios.push(other);
    }
    const next = radios[radios.indexOf(drawing) + step];
    if (!next) return;
    next.element.focus();
    this.tell('toggle', next.n);
  }

  // MARK: Focus

  /** Makes usable nodes focusable, but not a node with a tap handler around focusable ones. */
  #markFocusable() {
    const { tree, drawings } = this.canvas;
    const holds = new Set();
    for (const node of [...tree.inOrder()].reverse()) {
      const { control, a11y } = node;
      const isBody = node.parent === null || (node.parent === tree.root && node.tag.toLowerCase() === 'body');
      const isUsable = control ? control.kind !== 'table' && !control.isDisabled
        : Boolean(node.taps) && !isBody;
      const isOne = isUsable && a11y?.hidden === undefined && (control || !holds.has(node.n))
        && node.frame[2] > 0 && node.frame[3] > 0;
      if ((isOne || holds.has(node.n)) && node.parent !== null) holds.add(node.parent);
      const drawing = drawings.get(node.n);
      drawing.element.classList.toggle('taps', isUsable && !drawing.field);
      if (drawing.isFocusable === Boolean(isOne)) continue;
      drawing.isFocusable = Boolean(isOne);
      if (isOne && !drawing.field && !drawing.choices) drawing.element.tabIndex = 0;
      else drawing.element.removeAttribute('tabindex');
    }
  }

  #focusIn(drawing) {
    if (!drawing || drawing === this.focused) return;
    this.focused = drawing;
    drawing.field?.focusChanged();
    if (!drawing.isFocusable || this.isFollowing) return;
    this.tell('focus', drawing.n);
    this.told = [...this.told.slice(-63), drawing];
  }

  #focusOut(event) {
    const before = this.focused;
    // A window without the focus keeps its focused element.
    if (!before || !document.hasFocus() || drawingOf(event.relatedTarget) === before) return;
    this.focused = null;
    before.field?.focusChanged();
    if (before.isFocusable && before.element.isConnected) this.tell('blur', before.n);
  }

  /**
   * Moves the focus to the element that a script focused, unless that is the answer to the user's own input.
   */
  #followFocus() {
    const { tree, drawings } = this.canvas;
    let now = null;
    for (const node of tree.nodes.values()) if (node.control?.isFocused) now = drawings.get(node.n);
    if (now === this.serverFocus) return;
    this.serverFocus = now;
    if (!now) return;
    // The answer to quick key presses arrives late: it does not move the focus.
    const answered = this.told.indexOf(now);
    if (answered >= 0) {
      this.told.splice(0, answered + 1);
      return;
    }
    if (now === this.focused || !this.#mayTakeFocus()) return;
    this.told = [];
    this.isFollowing = true;
    (now.field?.element ?? now.choices?.elements[0] ?? now.element).focus({ preventScroll: true });
    this.isFollowing = false;
  }

  /** Whether the focus is nowhere else in the window: neither in the inspector nor on another device. */
  #mayTakeFocus() {
    const active = document.activeElement;
    return !active || active === document.body || active === this.viewport.getRootNode().host;
  }

  // MARK: Inspecting

  #inspect(event) {
    if (!this.isInspecting || event.type.startsWith('focus')) return;
    if (event.type === 'wheel') return;
    if (event.type === 'keydown' && ['Tab', 'Escape'].includes(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
    if (event.type === 'pointermove') this.options.hover(drawingOf(event.target)?.n ?? null);
    if (event.type === 'pointerleave' && event.target === this.viewport) this.options.hover(null);
    if (event.type === 'click') this.options.pick(drawingOf(event.target)?.n ?? null);
  }
}

/**
 * The position of an event relative to a node's border box, in points; the page may be drawn at another
 * scale.
 */
function placeIn(drawing, event) {
  const box = drawing.element.getBoundingClientRect();
  const [, , width, height] = drawing.node.frame;
  if (!(box.width > 0) || !(box.height > 0)) return {};
  return {
    x: Math.min(Math.max((event.clientX - box.x) * width / box.width, 0), width),
    y: Math.min(Math.max((event.clientY - box.y) * height / box.height, 0), height),
  };
}

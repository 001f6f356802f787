// A field or a list for user input: the browser's own, over the node, so that keyboards, input methods,
// selection and the clipboard work as usual. While the user does not type, the engine's drawing is visible.

import { OptimisticValue } from './optimistic-value.js';
import { fontOf, offsetOf } from './text.js';
import { px, setStyle } from './style.js';

/** How long the page may take to answer input, in milliseconds; after that, the input counts as refused. */
const patience = 3000;

export class Field {
  static isFor(kind) {
    return ['text', 'multiline', 'password', 'search', 'select'].includes(kind);
  }

  /**
   * @param {import('./drawing.js').Drawing} drawing
   * @param {import('./person.js').Person} person
   */
  constructor(drawing, person) {
    this.drawing = drawing;
    this.person = person;
    this.kind = drawing.node.control.kind;
    this.isText = this.kind !== 'select';
    const names = { multiline: 'textarea', select: 'select' };
    this.element = document.createElement(names[this.kind] ?? 'input');
    this.element.className = 'field';
    if (this.element.localName === 'input')
      this.element.type = this.kind === 'password' ? 'password' : 'text';
    this.element.autocomplete = 'off';
    this.element.spellcheck = false;
    this.element.setAttribute('autocapitalize', 'off');
    const { value = '' } = drawing.node.control;
    /** Whether several options of the list can be chosen. */
    this.takesSeveral = Boolean(drawing.node.control.chosen);
    this.element.multiple = this.takesSeveral;
    this.optimistic = new OptimisticValue(this.isText ? value : chosenOf(drawing.node.control));
    if (this.isText) this.element.value = value;
    this.isComposing = false;
    /**
     * The text at the last Enter, until the page has changed it, and whether further input waits for that
     * change.
     */
    this.entered = null;
    this.timer = 0;
    this.element.addEventListener('input', this);
    this.element.addEventListener('change', this);
    this.element.addEventListener('compositionstart', this);
    this.element.addEventListener('compositionend', this);
  }

  get hasFocus() {
    return this.element.getRootNode().activeElement === this.element;
  }

  /** Takes the server's state of the field. */
  draw() {
    const { control } = this.drawing.node;
    this.element.disabled = Boolean(control.isDisabled);
    this.#place();
    if (!this.isText) return this.#drawOptions(control);
    if (!this.#answerEnter(control.value ?? '')) this.optimistic.answer(control.value ?? '');
    this.#show(control.caret);
  }

  /** Shows the server's text, unless user input waits for an answer. */
  #show(caret) {
    const { element, optimistic } = this;
    this.drawing.element.classList.toggle(
      'typing', this.hasFocus || optimistic.isWaiting || this.isComposing
    );
    if (optimistic.isWaiting || this.isComposing || element.value === optimistic.shown) return;
    const wasAtEnd = element.selectionEnd === element.value.length;
    const place = element.selectionStart;
    element.value = optimistic.shown;
    if (!this.hasFocus) return;
    const next = caret !== undefined ? offsetOf(optimistic.shown, caret) : wasAtEnd ? optimistic.shown.length
      : place;
    element.setSelectionRange(next, next);
  }

  #drawOptions(control) {
    const options = control.options ?? [];
    const titles = [...this.element.options].map(option => option.text);
    if (titles.length !== options.length || titles.some((title, index) => title !== options[index])) {
      this.element.replaceChildren(...options.map((title, index) => new Option(title, String(index))));
    }
    const takesSeveral = Boolean(control.chosen);
    if (takesSeveral !== this.takesSeveral) {
      this.takesSeveral = this.element.multiple = takesSeveral;
      this.optimistic = new OptimisticValue(chosenOf(control));
    }
    this.optimistic.answer(chosenOf(control));
    if (!this.optimistic.isWaiting) this.#choose();
  }

  /** Selects options: an index, or several with commas between them. */
  #choose() {
    const { shown } = this.optimistic;
    if (!this.takesSeveral) {
      this.element.selectedIndex = shown;
      return;
    }
    const chosen = new Set(shown.split(','));
    for (const option of this.element.options) option.selected = chosen.has(String(option.index));
  }

  /** Covers the border box; its text is where the engine has it. */
  #place() {
    const { node: { frame, paint = {} }, corner } = this.drawing;
    const [, , width, height] = frame;
    let style = `width:${px(width)};height:${px(height)};margin:${px(-corner[1])} 0 0 ${px(-corner[0])};`;
    const line = paint.lines?.[0];
    const piece = line?.pieces[0];
    if (piece && this.isText) {
      const { value } = this.drawing.node.control;
      // A placeholder has all text properties but the colour.
      const ink = value ? piece.color : this.ink ?? '#000000ff';
      if (value) this.ink = piece.color;
      const left = line.room[0];
      const right = Math.max(0, width - left - line.room[1]);
      const top = line.frame[1];
      const bottom = this.kind === 'multiline' ? 0 : Math.max(0, height - top - line.frame[3]);
      this.look = `font:${fontOf(piece, px(line.frame[3]))};text-align:${line.align ?? 'left'};--ink:${ink};`
        + `padding:${px(Math.max(0, top))} ${px(right)} ${px(bottom)} ${px(Math.max(0, left))};`;
    }
    // A field without text has no font; the first answer has it.
    const look = this.look ?? `font:${fontOf({ size: 14 }, 'normal')};--ink:#000000ff;padding:0 8px;`;
    setStyle(this.element, style + look);
  }

  handleEvent(event) {
    switch (event.type) {
      case 'compositionstart': this.isComposing = true; break;
      case 'compositionend':
        this.isComposing = false;
        this.#changed();
        break;
      case 'input':
        if (this.isText && !event.isComposing) this.#changed();
        break;
      case 'change':
        if (!this.isText) this.#chosen();
        break;
      default:
    }
  }

  #chosen() {
    if (this.takesSeveral) return this.#chosenSeveral();
    const index = this.element.selectedIndex;
    if (index < 0 || index === this.optimistic.shown) return;
    this.optimistic.send(index);
    this.person.tell('select', this.drawing.n, { index });
    this.#wait();
  }

  /** Sends each option whose selection changed: an event toggles one option. */
  #chosenSeveral() {
    const before = new Set(this.optimistic.shown.split(','));
    const now = new Set([...this.element.selectedOptions].map(option => String(option.index)));
    const turned = [...this.element.options].map(option => String(option.index))
      .filter(index => before.has(index) !== now.has(index));
    if (turned.length === 0) return;
    this.optimistic.send([...now].join(','));
    for (const index of turned) this.person.tell('select', this.drawing.n, { index: Number(index) });
    this.#wait();
  }

  #changed() {
    const { value } = this.element;
    this.drawing.element.classList.add('typing');
    // Input after an Enter is added to the page's answer.
    if (this.entered?.isWaiting || value === this.optimistic.shown) return;
    this.optimistic.send(value);
    this.person.tell('input', this.drawing.n, { text: value });
    this.#wait();
  }

  /**
   * Enter was sent: further input waits until the page has answered, or the time is over.
   */
  enter() {
    this.entered = { text: this.element.value, isWaiting: true };
    this.#wait(patience / 2);
  }

  /**
   * Takes the page's answer to Enter, most often an empty text, and adds the input since then.
   *
   * @returns {boolean} Whether this was the answer.
   */
  #answerEnter(answer) {
    const { entered, optimistic } = this;
    if (!entered || answer === entered.text || answer === optimistic.answered || this.isComposing)
      return false;
    const isOwn = optimistic.unanswered.includes(answer);
    const { value } = this.element;
    if (isOwn && !entered.isWaiting) this.entered = null;
    if (isOwn || !value.startsWith(entered.text)) return false;
    this.entered = null;
    this.optimistic = new OptimisticValue(answer);
    this.element.value = answer + value.slice(entered.text.length);
    this.#changed();
    return true;
  }

  #wait(time = patience) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#settle(), time);
  }

  /** No answer arrived: the page's value applies, unless there is no connection. */
  #settle() {
    if (this.entered?.isWaiting) {
      this.entered.isWaiting = false;
      this.#changed();
      if (this.optimistic.isWaiting) return;
    }
    if (!this.person.isConnected || this.isComposing) return;
    this.optimistic.settle();
    if (this.isText) this.#show();
    else this.#choose();
  }

  /** After a reconnection: sends the unanswered values of the last connection again. */
  resend() {
    if (!this.optimistic.isWaiting) return;
    const { shown } = this.optimistic;
    if (this.takesSeveral) {
      // It is unknown which of them arrived: the page's value applies.
      this.optimistic.settle();
      this.#choose();
      return;
    }
    this.optimistic.unanswered = [shown];
    this.person.tell(
      this.isText ? 'input' : 'select', this.drawing.n, this.isText ? { text: shown } : { index: shown }
    );
    this.#wait();
  }

  /** The keyboard focus has changed. */
  focusChanged() {
    if (!this.isText) return;
    this.#show();
  }

  remove() {
    clearTimeout(this.timer);
    this.element.remove();
    this.drawing.element.classList.remove('typing');
  }
}

/** The selection of a list: an index, or several with commas between them. */
function chosenOf(control) {
  return control.chosen ? control.chosen.join(',') : control.selected ?? -1;
}

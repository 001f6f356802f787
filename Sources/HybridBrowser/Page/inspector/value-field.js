// A value that becomes a field when it is clicked, and is tried at each key.

import { make } from './dom.js';

export class ValueField {
  #before;
  #last;
  #isOpen = false;

  /**
   * @param {string} value
   * @param {object} options
   * @param {string} options.label What those who listen are told.
   * @param {function(string): Promise<?{message: string, hint?: string}>} options.tries Tries a value; what
   *   is wrong with it.
   * @param {function(): void} options.undoes Takes back what was tried since it was opened.
   * @param {function(boolean): void} options.opens Called when it opens and closes, so that it is not
   *   made anew meanwhile.
   */
  constructor(value, { label, tries, undoes, opens }) {
    this.value = value;
    this.tries = tries;
    this.undoes = undoes;
    this.opens = opens;
    this.fault = make('span', { class: 'inspector-fault', role: 'alert', hidden: true });
    this.label = label;
    this.shown = make(
      'button',
      {
        type: 'button', class: 'inspector-value', 'aria-label': `${label}: ${value}`,
        click: () => this.open(),
      },
      value
    );
    this.element = make('span', { class: 'inspector-edit' }, this.shown, this.fault);
  }

  open() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.opens(true);
    [this.#before, this.#last] = [this.value, this.value];
    this.input = make('input', {
      type: 'text', class: 'inspector-input', 'aria-label': this.label, spellcheck: 'false',
      autocomplete: 'off', input: () => this.#try(), keydown: (event) => this.#press(event),
      blur: () => this.#close(true),
    });
    this.input.value = this.value;
    this.#fit();
    this.shown.replaceWith(this.input);
    this.input.focus();
    this.input.select();
  }

  async #try() {
    this.#fit();
    const text = this.input.value.trim();
    if (!text || text === this.#last) return;
    this.#last = text;
    const fault = await this.tries(text);
    // The last text counts.
    if (text !== this.#last) return;
    this.fault.hidden = !fault;
    this.fault.textContent = fault ? fault.message + (fault.hint ? ` — ${fault.hint}` : '') : '';
    this.input.classList.toggle('is-invalid', Boolean(fault));
    this.input.setAttribute('aria-invalid', String(Boolean(fault)));
    if (!fault) this.value = text;
  }

  #press(event) {
    event.stopPropagation();
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#close(true, true);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.#close(false, true);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const by = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
      if (this.#stepNumber(by)) event.preventDefault();
    }
  }

  /** Increments or decrements the number at the caret. */
  #stepNumber(by) {
    const { value, selectionStart: caret } = this.input;
    for (const match of value.matchAll(/-?\d*\.?\d+/g)) {
      const end = match.index + match[0].length;
      if (caret < match.index || caret > end) continue;
      const next = String(Math.round((Number(match[0]) + by) * 1000) / 1000);
      this.input.value = value.slice(0, match.index) + next + value.slice(end);
      this.input.setSelectionRange(match.index, match.index + next.length);
      this.#try();
      return true;
    }
    return false;
  }

  #close(keeps, focuses = false) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (!keeps && this.value !== this.#before) {
      this.value = this.#before;
      this.undoes();
    }
    this.fault.hidden = true;
    this.shown.textContent = this.value;
    this.shown.setAttribute('aria-label', `${this.label}: ${this.value}`);
    this.input.replaceWith(this.shown);
    if (focuses) this.shown.focus();
    this.opens(false);
  }

  #fit() {
    this.input.style.width = `${Math.min(Math.max(this.input.value.length + 2, 6), 40)}ch`;
  }
}

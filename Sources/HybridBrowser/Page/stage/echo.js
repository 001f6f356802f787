// A value that a person changes here and the server answers for: shown at once, and given back to the server in the end.
//
// Each change that is sent waits for its answer. While any does, what is shown is the person's, so that no key is lost to an
// answer that is late; once none does, the server's value is what counts, also where it made another one of it.

/** @template Value */
export class Echo {
  /**
   * @param {Value} value The server's.
   * @param {(one: Value, other: Value) => boolean} isSame
   */
  constructor(value, isSame = Object.is) {
    this.shown = value;
    this.answered = value;
    /** What was sent since, oldest first. */
    this.unanswered = [];
    this.isSame = isSame;
  }

  get isWaiting() {
    return this.unanswered.length > 0;
  }

  /** The person made it another value, which is sent. */
  send(value) {
    this.shown = value;
    this.unanswered.push(value);
    // A server that never answers does not fill the memory.
    if (this.unanswered.length > 4096) this.unanswered.shift();
  }

  /** The server's value as it is now. The same one again answers nothing: a page that changed elsewhere tells it too. */
  answer(value) {
    if (this.isSame(value, this.answered)) return;
    this.answered = value;
    const index = this.unanswered.findIndex(sent => this.isSame(sent, value));
    // Not what was sent is what the page made of it.
    this.unanswered.splice(0, index < 0 ? 1 : index + 1);
    if (!this.isWaiting) this.shown = value;
  }

  /** No answer is to come any more: the page did not take what was sent. */
  settle() {
    this.unanswered = [];
    this.shown = this.answered;
  }
}

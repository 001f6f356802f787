// A value that the user changes here and the server confirms: an optimistic update.
//
// A change is shown and sent at once. While a change waits for its answer, the user's value is shown, so that
// a late answer never undoes a keystroke. When no change waits, the server's value is shown, also if the
// server chose another one.

/** @template Value */
export class OptimisticValue {
  /**
   * @param {Value} value The server's value.
   * @param {(one: Value, other: Value) => boolean} isSame
   */
  constructor(value, isSame = Object.is) {
    this.shown = value;
    this.answered = value;
    /** The values that were sent and not answered, oldest first. */
    this.unanswered = [];
    this.isSame = isSame;
  }

  get isWaiting() {
    return this.unanswered.length > 0;
  }

  /** The user changed the value; the caller sends it. */
  send(value) {
    this.shown = value;
    this.unanswered.push(value);
    // A server that never answers must not fill the memory.
    if (this.unanswered.length > 4096) this.unanswered.shift();
  }

  /**
   * Takes the server's current value. An unchanged value is not an answer, since other updates repeat it.
   */
  answer(value) {
    if (this.isSame(value, this.answered)) return;
    this.answered = value;
    const index = this.unanswered.findIndex(sent => this.isSame(sent, value));
    // A value that was not sent is the page's answer to the oldest change.
    this.unanswered.splice(0, index < 0 ? 1 : index + 1);
    if (!this.isWaiting) this.shown = value;
  }

  /** Gives up waiting: the page did not accept the changes. */
  settle() {
    this.unanswered = [];
    this.shown = this.answered;
  }
}

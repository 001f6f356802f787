// Requests to the server about nodes, a few at a time: the node below the pointer is requested when no other
// request waits.

export class Questions {
  #stage = null;
  #known = new Map();
  #looking = null;
  #next = null;

  attach(stage) {
    this.#stage = stage;
    this.forget();
  }

  /** Drops the answers from before a change of the page. */
  forget() {
    this.#known.clear();
  }

  /** Sends a request. Resolves to the answer, or to null if the connection ends first. */
  async ask(message) {
    try {
      return await this.#stage?.ask(message) ?? null;
    } catch {
      return null;
    }
  }

  /** The answer about a node: `{element}` or `{error}`. */
  inspect(n) {
    return this.ask({ type: 'inspect', n });
  }

  /**
   * The answer for the node below the pointer; null if the pointer moves away before the request is sent.
   */
  async look(n) {
    if (this.#known.has(n)) return this.#known.get(n);
    this.#next = n;
    while (this.#looking) await this.#looking;
    if (this.#next !== n) return null;
    this.#looking = this.inspect(n);
    const answer = await this.#looking;
    this.#looking = null;
    const element = answer?.element ?? null;
    if (element) this.#known.set(n, element);
    return element;
  }
}

// Questions to the server about nodes, few at a time: a node below the pointer is asked for when no other
// question waits.

export class Questions {
  #stage = null;
  #known = new Map();
  #looking = null;
  #next = null;

  attach(stage) {
    this.#stage = stage;
    this.forget();
  }

  /** Forgets what a page that has changed would answer otherwise. */
  forget() {
    this.#known.clear();
  }

  /** Asks anything. The answer, or null where the connection ends first. */
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
   * What is known of the node below the pointer; null if the pointer moves away before it is asked for.
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

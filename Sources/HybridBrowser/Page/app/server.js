// The requests of the page to the server besides the socket (`Documentation/dev-server-api.md`).

/** The key of a diagnostic: two reports of one fault have the same key. */
export function keyOf({ file, line, column, code, message }) {
  return JSON.stringify([file ?? null, line ?? null, column ?? null, code, message]);
}

export class Server {
  /**
   * @param {{token: string, isOwner: boolean}} page `isOwner`: whether the token is the one of this machine,
   *   with which problems are told and the editor is opened. A paired phone's is not.
   */
  constructor({ token, isOwner }) {
    this.token = token;
    this.isOwner = isOwner;
  }

  /** All units: `{name, kind, title, path, data}`; null when the server does not answer. */
  async units() { return this.#ask('/hybrid/units'); }

  /** All problems, with names for their places; null if unavailable. */
  async problems() { return this.isOwner ? this.#ask('/hybrid/problems') : null; }

  /** Figures of the session; null when the server does not answer. */
  async status() { return this.#ask('/hybrid/status'); }

  /** Opens a place in the user's editor. @returns {Promise<boolean>} Whether the server knew the place. */
  async open(place) {
    return await this.#ask('/hybrid/open', { method: 'POST', body: JSON.stringify({ id: place }) }) !== null;
  }

  /** Reads the token of the server that answers now: a restarted server has another one. */
  async renewToken() {
    try {
      const answer = await fetch('/', { credentials: 'same-origin' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      this.token = page.querySelector('meta[name="hybrid-token"]')?.content || this.token;
    } catch {
      // The server is gone again; the next greeting retries.
    }
  }

  async #ask(path, options = {}) {
    const headers = { Authorization: `Bearer ${this.token}` };
    if (options.body) headers['Content-Type'] = 'application/json';
    try {
      const answer = await fetch(path, { ...options, headers, credentials: 'same-origin' });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }
}

// A WebSocket that reconnects for ever: after a random delay of 0.25 to 0.5 s at first, then up to twice as
// long each time, at most 5 s (`Documentation/reload-protocol.md`, "Coming back").

const shortest = 250;
const longest = 5000;

export class Connection {
  /**
   * @param {{token: string, opened: () => void, received: (message: object) => void,
   *   closed: (reason: string, attempt: number) => void}} options
   */
  constructor(options) {
    this.options = options;
    this.token = options.token;
    this.socket = null;
    this.attempt = 0;
    this.reach = 500;
    this.timer = 0;
    this.isWanted = false;
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    if (this.isWanted) return;
    this.isWanted = true;
    this.#connect();
    // Returning to the tab, or to the network, reconnects at once.
    addEventListener('online', this);
    document.addEventListener('visibilitychange', this);
  }

  close() {
    this.isWanted = false;
    clearTimeout(this.timer);
    removeEventListener('online', this);
    document.removeEventListener('visibilitychange', this);
    const { socket } = this;
    this.socket = null;
    // Closing a socket that is not open yet causes an error in the browser's console.
    if (socket?.readyState === WebSocket.CONNECTING)
      socket.addEventListener('open', () => socket.close(1000));
    else socket?.close(1000);
  }

  /** The server greeted: the next failure counts as the first one. */
  greeted() {
    this.reach = 500;
    this.attempt = 0;
  }

  /** Sends a message; false if not connected. */
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  handleEvent() {
    if (document.hidden || this.socket || !this.timer) return;
    clearTimeout(this.timer);
    this.#again();
  }

  #connect() {
    this.timer = 0;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const address = `${scheme}://${location.host}/hybrid/socket`;
    const socket = new WebSocket(address, ['hybrid.1', `hybrid.token.${this.token}`]);
    this.socket = socket;
    socket.addEventListener('open', () => {
      if (socket === this.socket) this.options.opened();
    });
    socket.addEventListener('message', event => {
      if (socket !== this.socket || typeof event.data !== 'string') return;
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        // Not a message of this protocol; the next one may be valid.
        return;
      }
      if (message && typeof message === 'object') this.options.received(message);
    });
    socket.addEventListener('close', event => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (!this.isWanted) return;
      this.attempt += 1;
      this.options.closed(event.reason || 'the server is not there', this.attempt);
      const wait = shortest + (this.reach - shortest) * Math.random();
      this.reach = Math.min(this.reach * 2, longest);
      this.timer = setTimeout(() => this.#again(), wait);
    });
  }

  /** A restarted server has another token, which only its page has. */
  async #again() {
    this.timer = 0;
    try {
      const answer = await fetch('/', { cache: 'no-store', credentials: 'same-origin' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      this.token = page.querySelector('meta[name="hybrid-token"]')?.content || this.token;
    } catch {
      // The server does not answer yet; the socket will report that too.
    }
    if (this.isWanted && !this.socket && !this.timer) this.#connect();
  }
}

// The state of the connection to the server, as text. Screens connect and reconnect by themselves for as long
// as the page is open.

/** The text for each state. */
const words = {
  connected: 'Connected',
  connecting: 'Connecting',
  lost: 'Reconnecting',
};

export class Connection extends EventTarget {
  state = 'waiting';
  words = words.connecting;
  #wasConnected = false;

  /** @param {import('./screen.js').Screen} screen @param {function(): import('./screen.js').Screen[]} all */
  follow(screen, all) {
    screen.stage.addEventListener('state', ({ detail }) => this.look(all(), detail));
  }

  /** Updates the state: connected if all screens are. */
  look(screens, { reason, attempt } = {}) {
    const isConnected = screens.every(screen => screen.isConnected);
    if (isConnected) this.#wasConnected = true;
    const state = isConnected ? 'connected' : this.#wasConnected ? 'lost' : 'waiting';
    let text = isConnected ? words.connected : this.#wasConnected ? words.lost : words.connecting;
    if (!isConnected && attempt > 3) text += ': the server does not answer';
    else if (!isConnected && this.#wasConnected && reason) text += `: ${reason}`;
    if (state === this.state && text === this.words) return;
    this.state = state;
    this.words = text;
    this.dispatchEvent(new Event('change'));
  }
}

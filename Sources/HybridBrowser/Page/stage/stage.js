// A stage: one device that shows one unit, drawn from the frames of the server's engine, and kept up to date.
//
//   const stage = new Stage(document.querySelector('#phone'), { token, name: 'browser', device: 'phone' });
//   stage.addEventListener('shown', event => console.log(event.detail.unit));
//   stage.connect();

import { Client } from './client.js';
import { Connection } from './connection.js';
import { Canvas } from './canvas.js';
import { Person } from './person.js';
import { Painting } from './painting.js';
import { drawingOf } from './drawing.js';
import { onFontsLoaded } from './fonts.js';
import { sheet } from './sheet.js';
import { forgetWidths } from './text.js';

/**
 * Events, all CustomEvent: `state` {connected, reason, attempt}, `welcome` {title, version, units, unit,
 * devices, revision, session}, `shown` {unit, device, data, viewport, revision}, `update` {revision, units:
 * [{unit, kind, reason}]}, `painted` {revision, milliseconds}, `failed` {revision, diagnostics}, `fixed`,
 * `faults` {unit, diagnostics}, `log` {level, text}, `pick` {n}, `hover` {n}, `changed` (the tree is another
 * one).
 */
export class Stage extends EventTarget {
  #connection;
  #client;
  #canvas;
  #person;
  #painting;
  #root;
  #questions = new Map();
  #lastQuestion = 0;
  #wasShown = '';
  #resolution = null;

  /**
   * @param {HTMLElement} host An empty element. The stage draws a box of the device's size in it: points are
   *   CSS pixels.
   * @param {{token: string, name?: string, device?: string|object, unit?: ?string, data?: ?string}} options
   */
  constructor(host, { token, name = 'browser', device = null, unit = null, data = null }) {
    super();
    this.#root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheet];
    const viewport = document.createElement('div');
    viewport.className = 'viewport';
    this.#root.replaceChildren(viewport);
    this.#person = new Person(viewport, {
      tell: event => this.#tell(event),
      pick: n => this.#emit('pick', { n }),
      hover: n => this.#emit('hover', { n }),
    });
    this.#canvas = new Canvas(viewport, this.#person);
    this.#person.canvas = this.#canvas;
    this.#client = new Client({ name, unit, device, data, local: n => this.#person.local(n) });
    this.#painting = new Painting((revision, milliseconds) => {
      this.send({ type: 'ack', revision, painted: milliseconds });
      this.#emit('painted', { revision, milliseconds });
    });
    this.#connection = new Connection({
      token,
      opened: () => this.#connection.send(this.#client.connect()),
      received: message => this.#receive(message),
      closed: (reason, attempt) => this.#closed(reason, attempt),
    });
  }

  /** Connects, and reconnects whenever the connection is lost, until it is closed. */
  connect() {
    this.#followResolution();
    this.#connection.open();
  }

  close() {
    this.#resolution?.abort();
    this.#connection.close();
    this.#closed('closed', 0);
  }

  /**
   * Shows another unit, or the same one on another device or with other data. Omitted members stay; a unit of
   * null follows the server's terminal, data of null is the unit's own.
   */
  show(wish) {
    // Sent before the greeting, too: the server may already be answering a `hello` without this choice.
    this.#connection.send(this.#client.show(wish));
  }

  /** The names of all units; empty before the first welcome. */
  get units() { return this.#client.units; }
  get unit() { return this.#client.unit; }
  get device() { return this.#client.device; }
  get data() { return this.#client.data; }
  get viewport() { return this.#client.tree?.viewport ?? null; }
  get revision() { return this.#client.revision; }
  get isConnected() { return this.#person.isConnected; }

  /** The shown nodes, by number. Read only. */
  get tree() { return this.#client.tree?.nodes ?? new Map(); }

  /** Whether a click selects a node and has no other effect. */
  get isInspecting() { return this.#person.isInspecting; }
  set isInspecting(value) {
    this.#person.isInspecting = Boolean(value);
    this.#canvas.viewport.classList.toggle('inspecting', Boolean(value));
  }

  /** The element that draws a node; null if there is none. */
  elementFor(n) { return this.#canvas.drawings.get(n)?.element ?? null; }

  /**
   * The number of the node whose drawing an element belongs to; null if it is not part of this stage.
   */
  nodeFor(element) {
    const drawing = drawingOf(element);
    return drawing && this.#canvas.drawings.get(drawing.n) === drawing ? drawing.n : null;
  }

  /** The number of the uppermost node at a position of the window; null if there is none. */
  nodeAt(clientX, clientY) { return this.nodeFor(this.#root.elementFromPoint(clientX, clientY)); }

  /** Sends a message of a client; false while there is no connection. */
  send(message) { return this.#connection.send(message); }

  /** Sends a message and waits for the answer with the same `id`. */
  ask(message) {
    const id = this.#lastQuestion += 1;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      if (!this.send({ ...message, id })) {
        this.#questions.delete(id);
        reject(new Error('there is no connection'));
      }
    });
  }

  /**
   * Borders are whole device pixels: they are drawn again when the window is zoomed or moves to another
   * screen. Letters are spaced by the browser's widths, which change when a font has been loaded.
   */
  #followResolution() {
    this.#resolution?.abort();
    this.#resolution = new AbortController();
    const { signal } = this.#resolution;
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.#drawAnew();
      this.#followResolution();
    }, { signal });
    onFontsLoaded(() => {
      forgetWidths();
      this.#drawAnew();
    }, signal);
  }

  #drawAnew() {
    const { tree } = this.#client;
    if (tree) this.#canvas.replace(tree, new Map([...tree.nodes.keys()].map(n => [n, n])));
  }

  #emit(type, detail = {}) { this.dispatchEvent(new CustomEvent(type, { detail })); }

  /** Sends an event of the user; the node is remembered for a server that restarts. */
  #tell(event) {
    this.#client.touch(event.n);
    this.send(event);
  }

  #closed(reason, attempt) {
    this.#person.isConnected = false;
    for (const { reject } of this.#questions.values()) reject(new Error('the connection was lost'));
    this.#questions.clear();
    this.#emit('state', { connected: false, reason, attempt });
  }

  #receive(message) {
    const arrived = performance.now();
    const question = message.id !== undefined && this.#questions.get(message.id);
    if (question) {
      this.#questions.delete(message.id);
      question.resolve(message);
      return;
    }
    const { news, replies } = this.#client.receive(message);
    let isOther = false;
    try {
      for (const item of news) isOther = this.#take(item) || isOther;
    } catch (error) {
      // Our own fault. A whole tree repairs it, unless the snapshot itself could not be drawn.
      console.error(error);
      if (message.type !== 'snapshot') this.send(this.#client.recover());
      return;
    }
    for (const reply of replies) {
      if (reply.type === 'ack' && reply.isPainted) this.#painting.expect(reply.revision, arrived);
      else if (reply.type === 'ack') this.send({ type: 'ack', revision: reply.revision });
      else this.send(reply);
    }
    if (isOther) {
      this.#tellWhatIsShown();
      this.#emit('changed');
    }
  }

  /** Draws or reports one piece of news; returns whether the tree changed. */
  #take(item) {
    switch (item.kind) {
      case 'tree':
        this.#canvas.replace(this.#client.tree, item.renumbered);
        return true;
      case 'patch':
        this.#canvas.patch(item.changes);
        return true;
      case 'welcome': this.#welcome(item); break;
      case 'update': this.#emit('update', { revision: item.revision, units: item.units }); break;
      case 'failed': this.#emit('failed', { revision: item.revision, diagnostics: item.diagnostics }); break;
      case 'fixed': this.#emit('fixed'); break;
      case 'navigated': this.#emit('navigated', { unit: item.unit, history: item.history }); break;
      case 'faults': this.#emit('faults', { unit: item.unit, diagnostics: item.diagnostics }); break;
      case 'log': this.#emit('log', { level: item.level, text: item.text }); break;
      default:
    }
    return false;
  }

  #welcome({ message, isSameSession }) {
    this.#connection.greeted();
    this.#person.isConnected = true;
    const { title, version, units, unit, devices, revision, session } = message;
    this.#emit('state', { connected: true, reason: '', attempt: 0 });
    this.#emit('welcome', { title, version, units, unit, devices, revision, session });
    if (isSameSession) this.#person.resend();
  }

  #tellWhatIsShown() {
    const { unit, device, data, viewport, revision } = this;
    const now = JSON.stringify([unit, device, data, viewport]);
    if (now === this.#wasShown) return;
    this.#wasShown = now;
    this.#emit('shown', { unit, device, data, viewport, revision });
  }
}

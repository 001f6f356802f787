// The client's side of the protocol (`Documentation/reload-protocol.md`): takes messages, returns replies and
// news, and holds the tree to show.
//
// It always keeps its tree. After a failed build, a lost connection or a restart of the server, the tree
// stays; missed updates arrive as patches or as one snapshot. `ReloadClient` of Sources/HybridReload is the
// same in Swift.

import { Tree, PatchError, correspondence } from './tree.js';
import { statesOf } from './states.js';
import { treeHash } from './tree-hash.js';

/** The maximum number of remembered nodes with user input. */
const touchedLimit = 64;

export class Client {
  /**
   * @param {{name: string, unit: ?string, device: ?(string|object), data: ?string, local: (n: number) =>
   * object}} options
   */
  constructor({ name, unit = null, device = null, data = null, local = () => ({}) }) {
    this.name = name;
    /** The wanted unit, device and data; a unit of null follows the server's terminal. */
    this.wanted = { unit, device, data };
    this.local = local;
    /** The shown unit, device and data. */
    this.unit = null;
    this.device = null;
    this.data = null;
    /** @type {?Tree} */
    this.tree = null;
    this.revision = null;
    this.page = null;
    this.session = null;
    this.units = [];
    /** Whether the client waits for an answer that brings it up to date. */
    this.isAsking = false;
    this.touched = [];
    this.replies = [];
    this.news = [];
  }

  /** The first message on every connection. */
  connect() {
    this.isAsking = true;
    return this.hello();
  }

  hello() {
    const { unit, device, data } = this.wanted;
    const hello = { type: 'hello', client: this.name, binary: false, motion: true };
    if (device !== null) hello.device = device;
    if (data !== null) hello.data = data;
    if (unit !== null) hello.unit = unit;
    if (this.session !== null) hello.session = this.session;
    if (this.tree && this.unit !== null && this.device !== null) {
      if (unit === null || unit === this.unit) {
        if (this.revision !== null) hello.revision = this.revision;
        if (this.page !== null) hello.page = this.page;
      }
      hello.shows = { unit: this.unit, device: this.device };
      if (this.data !== null) hello.shows.data = this.data;
      const hash = treeHash(this.tree);
      if (hash) hello.shows.tree = hash;
      const states = statesOf(this.tree, this.touched, this.local);
      if (states.length) hello.shows.states = states;
    }
    return hello;
  }

  /** Changes what the client wants to show; returns the message for the server. */
  show(wish) {
    for (const name of ['unit', 'device', 'data']) if (name in wish) this.wanted[name] = wish[name];
    this.isAsking = true;
    // Only a `hello` can take a choice back.
    if (this.wanted.unit === null || ('data' in wish && wish.data === null)) return this.hello();
    const show = { type: 'show', unit: this.wanted.unit };
    if (this.wanted.device !== null) show.device = this.wanted.device;
    if (this.wanted.data !== null) show.data = this.wanted.data;
    return show;
  }

  /** Notes that the user changed a node. */
  touch(n) {
    const index = this.touched.indexOf(n);
    if (index >= 0) this.touched.splice(index, 1);
    this.touched.push(n);
    if (this.touched.length > touchedLimit) this.touched.shift();
  }

  /**
   * Takes a message.
   *
   * @returns {{news: object[], replies: object[]}} What changed for whoever draws, and what to send. An `ack`
   *   among the replies has `isPainted` when it is due once the tree is on the screen.
   */
  receive(message) {
    this.replies = [];
    this.news = [];
    try {
      this.#take(message);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      // The drawn tree stays until the snapshot arrives.
      this.revision = null;
      this.#ask();
    }
    return { news: this.news, replies: this.replies };
  }

  #take(message) {
    switch (message.type) {
      case 'welcome': this.#welcome(message); break;
      case 'snapshot': this.#snapshot(message); break;
      case 'same': this.#same(message); break;
      case 'update': this.#update(message); break;
      case 'page': this.#turn(message); break;
      case 'failed':
        this.news.push(
          { kind: 'failed', revision: message.revision, diagnostics: message.diagnostics ?? [] }
        );
        break;
      case 'fixed': this.news.push({ kind: 'fixed' }); break;
      case 'faults':
        if (message.unit !== this.unit && message.unit !== this.wanted.unit) break;
        this.news.push({ kind: 'faults', unit: message.unit, diagnostics: message.diagnostics ?? [] });
        break;
      case 'log': this.news.push({ kind: 'log', level: message.level, text: message.text }); break;
      default:
    }
  }

  #welcome(message) {
    const isSameSession = this.session === message.session;
    if (!isSameSession) {
      // Another process: its revisions start again. The tree stays until the server has answered whether it
      // makes the same one.
      this.session = message.session;
      this.revision = null;
      this.page = null;
    }
    this.units = message.units ?? [];
    this.news.push({ kind: 'welcome', message, isSameSession });
  }

  #snapshot(message) {
    // Navigation by the page counts as the user's choice, unless the user has chosen another unit meanwhile.
    const isNavigation = message.navigation === true && !this.isAsking;
    if (isNavigation) this.wanted.unit = message.unit;
    if (this.wanted.unit !== null && this.wanted.unit !== message.unit) return;
    const data = message.data ?? null;
    const isSamePlace = this.unit === message.unit && this.device === message.device && this.data === data
      && !message.navigation;
    const isSamePage = isSamePlace && message.page !== undefined && message.page === this.page;
    this.#replace(Tree.from(message.tree, message.viewport), isSamePlace, isSamePage);
    this.unit = message.unit;
    this.device = message.device;
    this.data = data;
    this.revision = message.revision;
    this.page = message.page ?? null;
    this.isAsking = false;
    if (isNavigation)
      this.news.push({ kind: 'navigated', unit: message.unit, history: message.history ?? 'push' });
    this.#acknowledge(true);
  }

  #same(message) {
    if (!this.tree || message.unit !== this.unit || message.device !== this.device) {
      this.#ask();
      return;
    }
    this.revision = message.revision;
    this.page = message.page ?? null;
    this.isAsking = false;
    this.news.push({ kind: 'same' });
    this.#acknowledge(false);
  }

  /**
   * Replaces the tree; the user's changes to nodes of both trees apply to the new nodes.
   */
  #replace(next, isSamePlace, isSamePage) {
    let renumbered = new Map();
    if (isSamePage) {
      // A page that continues never gives a number to another node.
      for (const n of next.nodes.keys()) if (this.tree.nodes.has(n)) renumbered.set(n, n);
    } else if (isSamePlace && this.tree) {
      renumbered = correspondence(this.tree, next);
    }
    this.touched = this.touched.filter(n => renumbered.has(n)).map(n => renumbered.get(n));
    this.tree = next;
    this.news.push({ kind: 'tree', renumbered, isSamePlace });
  }

  #update(message) {
    const { revision, from } = message;
    const changes = message.changes ?? [];
    // The message was sent again after a break: the tree has the change already.
    if (this.revision !== null && revision <= this.revision) return;
    for (const { kind, unit } of changes) {
      // The shown unit returns with its tree, not as 'added'.
      if (kind === 'removed') this.units = this.units.filter(name => name !== unit);
      else if (!this.units.includes(unit)) this.units = [...this.units, unit].sort();
    }
    this.news.push({
      kind: 'update', revision, units: changes.map(({ unit, kind, reason }) => ({ unit, kind, reason })),
    });
    if (!this.tree) return;
    const wanted = this.wanted.unit;
    if (wanted !== null && changes.some(({ unit, kind }) => unit === wanted && kind === 'added')) {
      // The unit was gone, so earlier requests for it have no answer.
      this.isAsking = true;
      this.replies.push(this.show({}));
      return;
    }
    // Without its own choice, the client follows the server's terminal.
    if (wanted === null && message.shown !== undefined && message.shown !== this.unit) {
      return this.#follow(message.shown, revision, changes);
    }
    // The client missed an update in between.
    if (this.revision === null || from > this.revision) return this.#ask();
    let isDrawn = false;
    for (const change of changes) {
      if (change.unit !== this.unit) continue;
      const isMine = change.device === this.device && (change.data ?? null) === this.data;
      if (change.kind === 'patch' && isMine) {
        this.#patch(change.operations);
        isDrawn = true;
      } else if (change.kind === 'reload' && isMine && !isDrawn) {
        this.#replace(Tree.from(change.tree, change.viewport), true, false);
        isDrawn = true;
      } else if (change.kind === 'changed' || change.kind === 'added') {
        return this.#ask(this.show({}));
      }
    }
    this.revision = revision;
    this.isAsking = false;
    this.#acknowledge(isDrawn);
  }

  /** Shows another unit: its tree arrives with the update, or is requested. */
  #follow(shown, revision, changes) {
    const change = changes.find(({ unit, kind, device, data }) =>
      unit === shown && kind === 'reload' && device === this.device && (data ?? null) === this.data);
    if (!change) return this.#ask(this.hello());
    this.#replace(Tree.from(change.tree, change.viewport), false, false);
    this.unit = shown;
    this.revision = revision;
    this.page = null;
    this.#acknowledge(true);
  }

  /**
   * Takes the turn of a running page. A turn of a page that is not shown, or one after a turn that did not
   * apply, is too late and is dropped.
   */
  #turn(message) {
    const isMine = message.unit === this.unit && message.device === this.device
      && (message.data ?? null) === this.data;
    if (!isMine || this.revision === null) return;
    if (message.page !== undefined) this.page = message.page;
    if (message.operations?.length) this.#patch(message.operations);
  }

  #patch(operations) {
    this.news.push({ kind: 'patch', changes: this.tree.apply(operations) });
  }

  #acknowledge(isPainted) {
    this.replies.push({ type: 'ack', revision: this.revision, isPainted });
  }

  /** Asks for the current state, once until the answer arrives. */
  #ask(question) {
    if (!this.isAsking) this.replies.push(question ?? this.hello());
    this.isAsking = true;
  }

  /**
   * A drawing failed: returns the request for a whole tree, which does not depend on the last one.
   */
  recover() {
    this.revision = null;
    this.isAsking = true;
    return this.hello();
  }
}

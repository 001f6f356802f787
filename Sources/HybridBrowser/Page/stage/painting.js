// Reports when a revision is on the screen.

/**
 * How long a frame may take until it is taken not to come: the window is covered, or there is none. In
 * milliseconds.
 */
const longest = 500;

/**
 * Tells each revision once when it is painted: behind the frame that has it. A frame's callbacks run before
 * it is painted, and the next task after them when its drawing was handed to the compositor; a callback of
 * the following frame would come up to a whole frame later than the paint.
 */
export class Painting {
  /** @param {(revision: number, milliseconds: number) => void} painted */
  constructor(painted) {
    this.painted = painted;
    /** What was drawn and is not painted: revision and when its message came. */
    this.waiting = [];
    this.isDue = false;
  }

  /** A revision was drawn, whose message came at that time. */
  expect(revision, arrived) {
    this.waiting.push([revision, arrived]);
    if (this.isDue) return;
    this.isDue = true;
    const tell = () => {
      if (!this.isDue) return;
      this.isDue = false;
      const now = performance.now();
      for (const [number, start] of this.waiting.splice(0)) this.painted(number, now - start);
    };
    // A tab in the back has no frames: it is as painted as it gets.
    if (document.hidden) {
      setTimeout(tell, 0);
      return;
    }
    const timer = setTimeout(tell, longest);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        clearTimeout(timer);
        tell();
      };
      channel.port2.postMessage(null);
    });
  }
}

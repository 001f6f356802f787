// Reports when a revision is on the screen.

/**
 * The maximum time to wait for a frame, in milliseconds: a covered window gets none.
 */
const longest = 500;

/**
 * Reports each revision once it is painted: after its frame. A frame's callbacks run before it is painted,
 * and the next task after its drawing was handed to the compositor; a callback of the following frame would
 * run up to a whole frame after the paint.
 */
export class Painting {
  /** @param {(revision: number, milliseconds: number) => void} painted */
  constructor(painted) {
    this.painted = painted;
    /** The drawn revisions that are not painted yet, with the arrival of their messages. */
    this.waiting = [];
    this.isDue = false;
  }

  /** Notes a drawn revision and the arrival of its message. */
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
    // A background tab has no frames, so the revision counts as painted.
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

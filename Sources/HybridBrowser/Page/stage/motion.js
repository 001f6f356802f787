// Animations that the browser plays by itself: CSS animations that only paint or transform a box. The server
// sends each once, and no frames.

import { px } from './style.js';

/** The maximum difference between an animation's time and the server's, in milliseconds. */
const tolerance = 50;

/** The transform declarations of a box at rest, which its animations change. */
export function transformsStyle({ origin, translate, rotate, scale, transform }) {
  return `transform-origin:${origin.map(px).join(' ')};translate:${translate};rotate:${rotate};`
    + `scale:${scale};transform:${transform};`;
}

/** The animations of one element. */
export class Motion {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** The running animations in order: the text of each track, and its animation. */
    this.playing = [];
  }

  /**
   * Plays a node's `motion`; animations that already run continue.
   *
   * @param {?{tracks: object[]}} motion
   */
  play(motion) {
    const before = this.playing;
    let isSame = true;
    this.playing = (motion?.tracks ?? []).map(({ time, ...track }, index) => {
      const text = JSON.stringify(track);
      // Of two animations of a property, the later one applies: after a new animation, all restart.
      isSame = isSame && before[index]?.text === text;
      const animation = isSame ? before[index].animation : this.#begin(track);
      if (Math.abs((animation.currentTime ?? 0) - time) > tolerance) animation.currentTime = time;
      return { text, animation };
    });
    for (const { animation } of before) {
      if (!this.playing.some(now => now.animation === animation)) animation.cancel();
    }
  }

  #begin({ property, frames, delay = 0, duration, iterations, endless, direction, fill }) {
    const name = property.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return this.element.animate(
      frames.map(([offset, value, easing]) => ({ offset, [name]: value, easing })),
      { delay, duration, iterations: endless ? Infinity : iterations, direction, fill },
    );
  }
}

// Animations that the browser plays by itself: those of the page's CSS that only paint or transform a box.
// The server sends them once, and nothing for each frame.

import { px } from './style.js';

/** How far an animation may be from where the server says it is, in milliseconds. */
const tolerance = 50;

/** The declarations for the transforms of a box at rest, on which the animations are. */
export function transformsStyle({ origin, translate, rotate, scale, transform }) {
  return `transform-origin:${origin.map(px).join(' ')};translate:${translate};rotate:${rotate};`
    + `scale:${scale};transform:${transform};`;
}

/** The animations of one element. */
export class Motion {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** What plays, in its order: the text of each track, and its animation. */
    this.playing = [];
  }

  /**
   * Plays what a node's `motion` says; what plays already goes on.
   *
   * @param {?{tracks: object[]}} motion
   */
  play(motion) {
    const before = this.playing;
    let isSame = true;
    this.playing = (motion?.tracks ?? []).map(({ time, ...track }, index) => {
      const text = JSON.stringify(track);
      // Of two animations of a property the one that began later counts: behind a new one all begin anew.
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

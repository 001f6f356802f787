// `Element.animate` (Web Animations 1): the times are computed here, the values by the page. The last frame
// of `fill: forwards` lasts as long as the animation. TokenHybrid's `Animation` is here too.

const keyframeControls = {
  __proto__: null, offset: true, easing: true, composite: true, computedOffset: true,
};
function keyframeValue(value) { return typeof value === "number" ? numberText(value) : text(value); }
/// Section 6.4.3, *processing a keyframes argument*.
function readKeyframes(given) {
  const list = [];
  if (given === null || given === undefined) return list;
  if (isArray(given) || isFunction(given[Symbol.iterator])) {
    const frames = isArray(given) ? given : toList(given);
    for (let i = 0; i < frames.length; i += 1) {
      const frame = frames[i] ?? {}, style = {}, keys = Object_keys(frame);
      for (let j = 0; j < keys.length; j += 1)
        if (keyframeControls[keys[j]] !== true) define(style, kebab(keys[j]), keyframeValue(frame[keys[j]]));
      push(
        list,
        {
          offset: frame.offset === undefined || frame.offset === null ? null : number(frame.offset),
          easing: text(frame.easing ?? "linear"), style,
        }
      );
    }
  } else {
    const keys = Object_keys(given), offsets = isArray(given.offset) ? given.offset
      : null, easings = isArray(given.easing) ? given.easing : [given.easing ?? "linear"];
    const byOffset = new SafeMap();
    for (let i = 0; i < keys.length; i += 1) {
      if (keyframeControls[keys[i]] === true) continue;
      const values = isArray(given[keys[i]]) ? given[keys[i]] : [given[keys[i]]];
      for (let j = 0; j < values.length; j += 1) {
        const offset = offsets !== null && j < offsets.length ? number(offsets[j]) : values.length === 1 ? 1
          : j / (values.length - 1);
        let frame = byOffset.get(offset);
        if (frame === undefined) {
          byOffset.set(offset, frame = { offset, easing: text(easings[j % easings.length]), style: {} });
          push(list, frame);
        }
        define(frame.style, kebab(keys[i]), keyframeValue(values[j]));
      }
    }
    sort(list, (a, b) => a.offset - b.offset);
  }
  for (let i = 0; i < list.length; i += 1) {
    const names = Object_keys(list[i].style);
    for (let j = 0; j < names.length; j += 1) host.checkStyle(`${names[j]}: ${list[i].style[names[j]]}`);
  }
  let last = -1;
  for (let i = 0; i < list.length; i += 1) if (list[i].offset !== null) {
    if (list[i].offset < 0 || list[i].offset > 1 || list[i].offset < last)
      throw new TypeError("the offsets of keyframes go from 0 to 1");
    last = list[i].offset;
  }
  return spaced(list);
}
/// Section 5.3.2, *computing missing keyframe offsets*.
function spaced(list) {
  const all = [];
  for (let i = 0; i < list.length; i += 1)
    push(all, { offset: list[i].offset, easing: list[i].easing, style: list[i].style });
  if (all.length > 1 && all[0].offset === null) all[0].offset = 0;
  if (all.length > 0 && all[all.length - 1].offset === null) all[all.length - 1].offset = 1;
  for (let i = 1; i < all.length; i += 1) {
    if (all[i].offset !== null) continue;
    let end = i;
    while (all[end].offset === null) end += 1;
    const from = all[i - 1].offset, step = (all[end].offset - from) / (end - i + 1);
    for (let j = i; j < end; j += 1) all[j].offset = from + step * (j - i + 1);
  }
  return all;
}
/// Properties without a first or last keyframe start or end at the element's own value.
function completed(list, element) {
  const first = {}, last = {};
  let needsFirst = false, needsLast = false;
  for (let i = 0; i < list.length; i += 1) {
    const names = Object_keys(list[i].style);
    for (let j = 0; j < names.length; j += 1) {
      const name = names[j];
      let isFirst = false, isLast = false;
      for (let k = 0; k < list.length; k += 1) if (hasOwn(list[k].style, name)) {
        if (list[k].offset === 0) isFirst = true;
        if (list[k].offset === 1) isLast = true;
      }
      const own = isFirst && isLast ? "" : host.computedStyle(name, idOf(element));
      if (own === "") continue;
      if (!isFirst) { define(first, name, own); needsFirst = true; }
      if (!isLast) { define(last, name, own); needsLast = true; }
    }
  }
  const all = slice(list);
  if (needsFirst) splice(all, 0, 0, { offset: 0, easing: "linear", style: first });
  if (needsLast) push(all, { offset: 1, easing: "linear", style: last });
  return all;
}

const timingDefaults = {
  __proto__: null, delay: 0, endDelay: 0, duration: "auto", iterations: 1, iterationStart: 0,
  direction: "normal", fill: "auto", easing: "linear",
};
function readTiming(given, before = timingDefaults) {
  const source = typeof given === "number" ? { duration: given } : given ?? {}, result = { __proto__: null };
  for (const key in timingDefaults)
    result[key] = source[key] === undefined ? before[key] : typeof timingDefaults[key] === "number"
      ? +source[key] : source[key];
  if (result.duration !== "auto") {
    result.duration = +result.duration;
    if (!(result.duration >= 0)) throw new TypeError("a duration is 0 or more milliseconds");
  }
  if (!(result.iterations >= 0)) throw new TypeError("iterations are 0 or more");
  return result;
}
let effectState;
class KeyframeEffect {
  #target; #frames; #timing;
  constructor(target, keyframes, settings = undefined) {
    if (target !== null && !(target instanceof Element))
      throw new TypeError(`KeyframeEffect: ${kindOfValue(target)} is not an element`);
    this.#target = target; this.#frames = readKeyframes(keyframes); this.#timing = readTiming(settings);
  }
  static {
    effectState = (effect) => ({ target: effect.#target, frames: effect.#frames, timing: effect.#timing });
  }
  get target() { return this.#target; }
  get pseudoElement() { return null; }
  get composite() { return "replace"; }
  getKeyframes() {
    const result = [];
    for (let i = 0; i < this.#frames.length; i += 1) {
      const { offset, easing, style } = this.#frames[i],
        frame = { offset, computedOffset: offset, easing, composite: "auto" }, names = Object_keys(style);
      for (let j = 0; j < names.length; j += 1) define(frame, camel(names[j]), style[names[j]]);
      push(result, frame);
    }
    return result;
  }
  setKeyframes(keyframes) { this.#frames = readKeyframes(keyframes); }
  getTiming() { return { ...this.#timing }; }
  getComputedTiming() {
    const t = this.#timing, duration = t.duration === "auto" ? 0 : t.duration;
    return {
      ...t, duration, fill: t.fill === "auto" ? "none" : t.fill, activeDuration: duration * t.iterations,
      endTime: maximum(0, t.delay + duration * t.iterations + t.endDelay),
    };
  }
  updateTiming(given = {}) { this.#timing = readTiming(given, this.#timing); }
  get [Symbol.toStringTag]() { return "KeyframeEffect"; }
}

let effectCount = 0, isTicking = false, animationShown;
/// The active animations by number.
const webAnimations = new SafeMap();
function tick() {
  if (isTicking) return;
  let next = null;
  webAnimations.forEach(
    (animation) => {
      const wait = animationShown(animation);
      if (wait !== null && (next === null || wait < next)) next = wait;
    }
  );
  if (next === null) return;
  isTicking = true;
  const outer = timerNesting;
  let isEndless = true;
  webAnimations.forEach(
    (animation) => {
      if (animation.playState === "running" && animation.effect?.getTiming().iterations !== Infinity)
        isEndless = false;
    }
  );
  timerNesting = isEndless ? 10 : 0;
  startTimer(() => { isTicking = false; tick(); }, [], maximum(next, 1), false);
  timerNesting = outer;
}
class WebAnimation extends EventTarget {
  #effect;
  #id = 0;
  #start = null;
  #hold = null;
  #rate = 1;
  #finished = deferred();
  #ready = deferred();
  #isDone = false;
  #isPaused = false;
  id = "";
  constructor(effect = null) {
    super();
    this.#effect = effect;
    this.#ready.resolve(this);
  }
  get effect() { return this.#effect; }
  set effect(effect) { this.#drop(); this.#effect = effect; this.#update(); }
  get timeline() { return document.timeline; }
  get startTime() { return this.#start; }
  set startTime(value) {
    this.#start = value === null ? null : number(value);
    this.#hold = null;
    this.#update();
  }
  get currentTime() {
    return this.#hold !== null ? this.#hold : this.#start === null ? null
      : (host.now() - this.#start) * this.#rate;
  }
  set currentTime(value) {
    if (value === null) return;
    const time = number(value);
    if (this.#start === null || this.#isPaused) this.#hold = time; else {
      this.#hold = null;
      this.#start = host.now() - (this.#rate === 0 ? 0 : time / this.#rate);
    }
    this.#isDone = false;
    this.#update();
  }
  get playbackRate() { return this.#rate; }
  set playbackRate(value) {
    const time = this.currentTime;
    this.#rate = number(value, 1);
    if (time !== null) this.currentTime = time;
  }
  updatePlaybackRate(value) { this.playbackRate = value; }
  get playState() {
    const time = this.currentTime;
    if (time === null) return "idle";
    if (this.#isPaused) return "paused";
    return this.#isOver(time) ? "finished" : "running";
  }
  get replaceState() { return "active"; }
  get pending() { return false; }
  get ready() { return this.#ready.promise; }
  get finished() { return this.#finished.promise; }
  play() {
    const time = this.currentTime, end = this.#end();
    this.#isPaused = false;
    if (this.#isDone) { this.#isDone = false; this.#finished = deferred(); }
    const from = this.#rate >= 0 ? (time === null || time < 0 || time >= end ? 0 : time)
      : time === null || time <= 0 || time > end ? end : time;
    if (from === Infinity)
      throw new DOMException("an endless animation cannot run backwards", "InvalidStateError");
    this.#hold = null;
    this.#start = host.now() - (this.#rate === 0 ? 0 : from / this.#rate);
    if (this.#rate === 0) this.#hold = from;
    this.#update();
  }
  pause() { this.#hold = this.currentTime ?? 0; this.#isPaused = true; this.#update(); }
  reverse() { this.#rate = -this.#rate; this.play(); }
  finish() {
    if (this.#rate === 0 || (this.#rate > 0 && this.#end() === Infinity))
      throw new DOMException("an endless animation cannot be finished", "InvalidStateError");
    this.#isPaused = false;
    this.#hold = this.#rate > 0 ? this.#end() : 0;
    if (this.#start === null) this.#start = host.now() - this.#hold / this.#rate;
    this.#update();
  }
  cancel() {
    if (this.playState !== "idle") {
      this.#finished.reject(new DOMException("the animation was cancelled", "AbortError"));
      this.#finished = deferred();
      const event = trust(
        new global.AnimationPlaybackEvent("cancel", { currentTime: null, timelineTime: host.now() })
      );
      queueTask(() => dispatchTo(this, event));
    }
    this.#start = this.#hold = null; this.#isPaused = this.#isDone = false;
    this.#drop();
  }
  persist() {}
  commitStyles() { warn("Animation.commitStyles is not supported"); }
  #end() { return this.#effect === null ? 0 : this.#effect.getComputedTiming().endTime; }
  #isOver(time) { return this.#rate > 0 ? time >= this.#end() : this.#rate < 0 && time <= 0; }
  #drop() { if (this.#id !== 0) { webAnimations.delete(this.#id); host.endEffect(this.#id); this.#id = 0; } }
  #update() {
    if (this.#id === 0 && this.#effect !== null && effectState(this.#effect).target !== null) this.#make();
    animationShown(this);
    tick();
  }
  #make() {
    effectCount += 1;
    this.#id = effectCount;
    webAnimations.set(this.#id, this);
    const { target, frames, timing } = effectState(this.#effect);
    host.startEffect(
      this.#id, idOf(target), writeJSON({ easing: text(timing.easing), keyframes: completed(frames, target) })
    );
  }
  /// Section 4.6: the progress at a time; null while the effect has no effect.
  #progress(time) {
    const { timing } = effectState(this.#effect), duration = timing.duration === "auto" ? 0
      : timing.duration, active = duration * timing.iterations;
    const fill = timing.fill === "auto" ? "none"
      : timing.fill, isBefore = time < timing.delay
        || (this.#rate < 0 && time === timing.delay), isAfter = !isBefore
          && (time > timing.delay + active || (this.#rate >= 0 && time === timing.delay + active));
    if (isBefore && fill !== "backwards" && fill !== "both") return null;
    if (isAfter && fill !== "forwards" && fill !== "both") return null;
    const within = maximum(0, minimum(time - timing.delay, active));
    let overall = duration === 0 ? (isBefore ? 0 : timing.iterations) : within / duration;
    overall += timing.iterationStart;
    let simple = overall === Infinity ? timing.iterationStart % 1 : overall % 1;
    if (simple === 0 && isAfter && overall > 0 && timing.iterations !== 0) simple = 1;
    const iteration = simple === 1 && isAfter ? floor(overall) - 1 : floor(overall);
    const isReversed = timing.direction === "reverse"
      || (
        timing.direction === "alternate" ? iteration % 2 === 1
          : timing.direction === "alternate-reverse" && iteration % 2 === 0
      );
    return isReversed ? 1 - simple : simple;
  }
  static {
    animationShown = (animation) => {
      if (animation.#id === 0) return null;
      const time = animation.currentTime;
      if (time === null) { host.showEffect(animation.#id, undefined); return null; }
      host.showEffect(animation.#id, animation.#progress(time) ?? undefined);
      if (animation.#isPaused) return null;
      if (animation.#isOver(time)) {
        if (!animation.#isDone) {
          animation.#isDone = true;
          animation.#hold = animation.#rate > 0 ? animation.#end() : 0;
          animation.#finished.resolve(animation);
          const event = trust(
            new global.AnimationPlaybackEvent(
              "finish", { currentTime: animation.#hold, timelineTime: host.now() }
            )
          );
          queueTask(() => dispatchTo(animation, event));
          if (animation.#progress(animation.#hold) === null) animation.#drop();
        }
        return null;
      }
      const { timing } = effectState(animation.#effect), untilStart = animation.#rate > 0
        ? (timing.delay - time) / animation.#rate : 0;
      return untilStart > 0 ? untilStart
        : minimum(16, maximum(1, animation.#rate > 0 ? (animation.#end() - time) / animation.#rate : 16));
    };
  }
  get [Symbol.toStringTag]() { return "Animation"; }
}
installHandlers(WebAnimation.prototype, ["finish", "cancel", "remove"]);
defineProperty(WebAnimation, "name", { __proto__: null, value: "Animation", configurable: true });
class DocumentTimeline {
  get currentTime() { return host.now(); }
  get [Symbol.toStringTag]() { return "DocumentTimeline"; }
}
const timeline = new DocumentTimeline();
const animationsOf = (given, motions, settings) => {
  // Of an element, or of its subtree with pseudo-elements.
  const test = isFunction(given) ? given
    : (target, pseudo) => (
      settings?.subtree ? target === given || host.contains(idOf(given), idOf(target))
        : target === given && pseudo === ""
    );
  const result = [], list = motions === "" ? [] : parseJSON(motions);
  for (let i = 0; i < list.length; i += 1) {
    const target = wrap(list[i][3]);
    if (test(target, list[i][4])) push(result, styleMotion(list[i], target));
  }
  webAnimations.forEach(
    (animation) => {
      const { target } = effectState(animation.effect);
      if (test(target, "")) push(result, animation);
    }
  );
  return result;
};

// Animations and transitions of CSS (CSS Animations 2 section 3, CSS Transitions 2 section 5): the page has
// their times and values, and scripts change them there.

class StyleEffect extends KeyframeEffect {
  #read; #id; #pseudo;
  constructor(id, target, pseudo, read) {
    super(target, null);
    this.#id = id; this.#pseudo = pseudo; this.#read = read;
  }
  get pseudoElement() { return this.#pseudo === "" ? null : this.#pseudo; }
  getKeyframes() {
    const frames = parseJSON(host.motionFrames(this.#id)), result = [];
    for (let i = 0; i < frames.length; i += 1) {
      const { offset, easing, style } = frames[i], names = Object_keys(style),
        frame = { offset, computedOffset: offset, easing, composite: "auto" };
      for (let j = 0; j < names.length; j += 1)
        define(
          frame, names[j] === "float" ? "cssFloat" : startsWith(names[j], "--") ? names[j] : camel(names[j]),
          style[names[j]]
        );
      push(result, frame);
    }
    return result;
  }
  getTiming() {
    const state = this.#read();
    return {
      delay: state.delay, direction: state.direction, duration: state.duration, easing: state.easing,
      endDelay: 0, fill: state.fill, iterationStart: 0, iterations: state.iterations ?? Infinity,
    };
  }
  getComputedTiming() {
    const timing = this.getTiming(), activeDuration = timing.duration === 0 ? 0
      : timing.duration * timing.iterations;
    return {
      ...timing, activeDuration, endTime: maximum(0, timing.delay + activeDuration),
      localTime: this.#read().time ?? null,
    };
  }
  setKeyframes() { warn("the keyframes of an animation of CSS are those of its sheet"); }
  updateTiming() { warn("the timing of an animation of CSS is that of its style"); }
}
const controlMotion = (id, command, value = 0) => { host.controlMotion(id, command, value); };
let styleMotionEnded, motionName;
class StyleMotion extends WebAnimation {
  #id; #name; #effect;
  #finished = deferred();
  #isSettled = false;
  /// The last state of a finished one, and whether it reached its end.
  #last = null;
  #wasFinished = false;
  constructor(key, id, name, target, pseudo) {
    if (key !== KEY) throw illegal();
    super();
    this.#id = id; this.#name = name;
    this.#effect = new StyleEffect(id, target, pseudo, () => this.#state());
    this.#state();
  }
  static {
    styleMotionEnded = (motion, isFinished) => motion.#end(isFinished);
    motionName = (motion) => motion.#name;
  }
  /// The current state; an animation that the page has dropped keeps its last state.
  #state() {
    const read = host.motionState(this.#id);
    if (read !== null) { this.#last = parseJSON(read); return this.#last; }
    if (!this.#last.isGone) {
      const { delay, duration } = this.#last, time = this.#wasFinished
        ? maximum(0, delay + duration * (this.#last.iterations ?? 0)) : undefined;
      this.#last = { ...this.#last, isGone: true, isDone: this.#wasFinished, time };
    }
    return this.#last;
  }
  #end(isFinished) {
    this.#wasFinished = isFinished;
    const time = isFinished ? this.currentTime : null;
    if (this.#isSettled) return;
    if (isFinished) {
      this.#isSettled = true;
      this.#finished.resolve(this);
    } else {
      this.#finished.reject(new DOMException("the animation was cancelled", "AbortError"));
      this.#finished = deferred();
    }
    const name = isFinished ? "finish" : "cancel";
    dispatchTo(
      this,
      trust(new global.AnimationPlaybackEvent(name, { currentTime: time, timelineTime: host.now() }))
    );
  }
  #again() { if (this.#isSettled) { this.#isSettled = false; this.#finished = deferred(); } }
  get effect() { return this.#effect; }
  set effect(effect) { warn("the effect of an animation of CSS is that of its style"); }
  get timeline() { return this.#state().isScrolled ? null : document.timeline; }
  get startTime() {
    const { time, isHeld, rate } = this.#state();
    return time === undefined || isHeld || rate === 0 ? null : host.now() - time / rate;
  }
  set startTime(value) {
    if (value === null) this.pause(); else { this.currentTime = (host.now() - value) * this.playbackRate; }
  }
  get currentTime() { return this.#state().time ?? null; }
  set currentTime(value) {
    if (value === null) return;
    this.#again();
    controlMotion(this.#id, "time", number(value));
  }
  get playbackRate() { return this.#state().rate; }
  set playbackRate(value) { controlMotion(this.#id, "rate", number(value, 1)); }
  updatePlaybackRate(value) { this.playbackRate = value; }
  get playState() {
    const state = this.#state();
    if (state.isDone) return "finished";
    if (state.time === undefined) return "idle";
    return state.isHeld ? "paused" : "running";
  }
  get finished() { return this.#finished.promise; }
  play() { this.#again(); controlMotion(this.#id, "play"); }
  pause() { this.#again(); controlMotion(this.#id, "pause"); }
  reverse() {
    if (this.effect.getComputedTiming().endTime === Infinity && this.playbackRate > 0)
      throw new DOMException("an endless animation cannot run backwards", "InvalidStateError");
    this.playbackRate = -this.playbackRate;
    this.play();
  }
  finish() {
    const rate = this.playbackRate;
    if (rate === 0 || (rate > 0 && this.effect.getComputedTiming().endTime === Infinity))
      throw new DOMException("an endless animation cannot be finished", "InvalidStateError");
    this.#wasFinished = true;
    controlMotion(this.#id, "finish");
  }
  cancel() { this.#wasFinished = false; controlMotion(this.#id, "cancel"); }
}
class CSSAnimation extends StyleMotion {
  get animationName() { return motionName(this); }
  get [Symbol.toStringTag]() { return "CSSAnimation"; }
}
class CSSTransition extends StyleMotion {
  get transitionProperty() { return motionName(this); }
  get [Symbol.toStringTag]() { return "CSSTransition"; }
}
/// The ones that scripts have seen, by number.
const styleMotions = new SafeMap();
function styleMotion([id, kind, name, , pseudo], target) {
  let known = styleMotions.get(id);
  if (known === undefined) {
    known = new (kind === 1 ? CSSAnimation : CSSTransition)(KEY, id, name, target, pseudo);
    styleMotions.set(id, known);
  }
  return known;
}
function motionEnded(id, isFinished) {
  const known = styleMotions.get(id);
  if (known !== undefined) styleMotionEnded(known, isFinished);
}
function animate(element, keyframes, settings) {
  const animation = new WebAnimation(new KeyframeEffect(element, keyframes, settings));
  if (isObject(settings) && settings.id !== undefined) animation.id = text(settings.id);
  animation.play();
  return animation;
}
({
  KeyframeEffect, DocumentTimeline, CSSAnimation, CSSTransition, WebAnimation, timeline, animate,
  animationsOf, motionEnded,
});

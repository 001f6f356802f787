// TokenHybrid's animations of one node (Documentation/javascript.md, "TokenHybrid").

/// `node.startAnimation().moveY(10).commit(0.3)`: collects values, then animates to them over a time in
/// seconds.
class NodeAnimation {
  #node; #values = {};
  constructor(node) { this.#node = node; }
  #with(key, value) { define(this.#values, key, number(value)); return this; }
  moveX(x) { return this.#with("translateX", x); }
  moveY(y) { return this.#with("translateY", y); }
  scale(x, y = x) { this.#with("scaleX", x); return this.#with("scaleY", y); }
  rotate(degrees) { return this.#with("rotate", degrees); }
  alpha(value) { return this.#with("opacity", value); }
  opacity(value) { return this.#with("opacity", value); }
  commit(seconds = 0.25, delay = 0) {
    return animate(idOf(this.#node), this.#values, number(seconds, 0.25), number(delay));
  }
}
const animations = new SafeMap();
let animationCount = 0;
function animate(id, values, seconds, delay) {
  animationCount += 1;
  const number_ = animationCount;
  return new Promise((resolve) => {
    animations.set(number_, resolve);
    host.animate(id, writeJSON(values), seconds, delay, number_);
  });
}
function animationFinished(id) {
  const done = animations.get(id);
  animations.delete(id);
  if (done !== undefined) done();
}

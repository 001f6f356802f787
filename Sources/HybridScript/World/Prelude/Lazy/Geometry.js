// Points and matrices (Geometry Interfaces Module 1).

class DOMPointReadOnly {
  constructor(x = 0, y = 0, z = 0, w = 1) { this.x = +x; this.y = +y; this.z = +z; this.w = +w; }
  static fromPoint(point = {}) { return new this(point.x ?? 0, point.y ?? 0, point.z ?? 0, point.w ?? 1); }
  matrixTransform(matrix = {}) { return DOMMatrixReadOnly.fromMatrix(matrix).transformPoint(this); }
  toJSON() { return { x: this.x, y: this.y, z: this.z, w: this.w }; }
  get [Symbol.toStringTag]() { return "DOMPointReadOnly"; }
}
class DOMPoint extends DOMPointReadOnly {
  constructor(x = 0, y = 0, z = 0, w = 1) { super(x, y, z, w); }
  get [Symbol.toStringTag]() { return "DOMPoint"; }
}
class DOMRectReadOnly {
  constructor(x = 0, y = 0, width = 0, height = 0) { return new DOMRect(x, y, width, height); }
  static fromRect(rect = {}) { return new DOMRect(rect.x, rect.y, rect.width, rect.height); }
  static [Symbol.hasInstance](value) { return value instanceof DOMRect; }
}
class DOMQuad {
  constructor(p1 = {}, p2 = {}, p3 = {}, p4 = {}) {
    const all = [p1, p2, p3, p4];
    for (let i = 0; i < 4; i += 1) this[`p${i + 1}`] = DOMPoint.fromPoint(all[i]);
  }
  static fromRect({ x = 0, y = 0, width = 0, height = 0 } = {}) {
    return new DOMQuad(
      { x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }
    );
  }
  static fromQuad({ p1, p2, p3, p4 } = {}) { return new DOMQuad(p1, p2, p3, p4); }
  getBounds() {
    const { p1, p2, p3, p4 } = this;
    const left = minimum(p1.x, p2.x, p3.x, p4.x), top = minimum(p1.y, p2.y, p3.y, p4.y);
    return new DOMRect(
      left, top, maximum(p1.x, p2.x, p3.x, p4.x) - left, maximum(p1.y, p2.y, p3.y, p4.y) - top
    );
  }
  toJSON() { return { p1: this.p1, p2: this.p2, p3: this.p3, p4: this.p4 }; }
  get [Symbol.toStringTag]() { return "DOMQuad"; }
}

const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const flat = { __proto__: null, a: 0, b: 1, c: 4, d: 5, e: 12, f: 13 };
/// Column by column, in the order of `m11` to `m44`.
function product(a, b) {
  const result = [];
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let i = 0; i < 4; i += 1) sum += a[i * 4 + row] * b[column * 4 + i];
      push(result, sum);
    }
  return result;
}
function inverse(m) {
  const rows = [];
  for (let row = 0; row < 4; row += 1) {
    const line = [];
    for (let i = 0; i < 4; i += 1) push(line, m[i * 4 + row]);
    for (let i = 0; i < 4; i += 1) push(line, i === row ? 1 : 0);
    push(rows, line);
  }
  for (let at = 0; at < 4; at += 1) {
    let best = at;
    for (let row = at + 1; row < 4; row += 1)
      if (abs(rows[row][at]) > abs(rows[best][at])) best = row;
    const line = rows[best], pivot = line[at];
    if (pivot === 0 || pivot !== pivot) return null;
    rows[best] = rows[at];
    rows[at] = line;
    for (let i = 0; i < 8; i += 1) line[i] /= pivot;
    for (let row = 0; row < 4; row += 1) {
      const factor = rows[row][at];
      if (row !== at) for (let i = 0; i < 8; i += 1) rows[row][i] -= factor * line[i];
    }
  }
  const result = [];
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1) push(result, rows[row][4 + column]);
  return result;
}
const radians = (degrees) => (degrees * PI) / 180;
function aroundAxis(x, y, z, angle) {
  const length = hypot(x, y, z);
  if (length === 0) return identity();
  const u = x / length, v = y / length, w = z / length, s = sin(radians(angle)), c = cos(radians(angle)),
    t = 1 - c;
  return [
    t * u * u + c, t * u * v + s * w, t * u * w - s * v, 0, t * u * v - s * w, t * v * v + c,
    t * v * w + s * u, 0, t * u * w + s * v, t * v * w - s * u, t * w * w + c, 0, 0, 0, 0, 1,
  ];
}
const moved = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const scaled = (x, y, z) => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
const skewed = (x, y) => [1, tan(radians(y)), 0, 0, tan(radians(x)), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/// CSS Transforms 2 section 13.1: a distance below one pixel counts as one pixel.
const distant = (x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / x, 0, 0, 0, 1];
const degreesOf = { __proto__: null, deg: 1, grad: 0.9, rad: 180 / PI, turn: 360, "": 1 };
const transformNumber = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(px|deg|grad|rad|turn|)\s*$/i;
/// One transform function as a matrix; null if it is invalid.
function functionMatrix(name, given) {
  const numbers = [], words_ = textSplit(given, ",");
  for (let i = 0; i < words_.length; i += 1) {
    const found = execute(transformNumber, words_[i]);
    if (found === null) return null;
    const unit = lower(found[2]);
    push(numbers, parseFloat(found[1]) * (unit === "px" ? 1 : degreesOf[unit]));
  }
  const [x, y = 0, z = 0, angle = 0] = rest(numbers);
  switch (lower(name)) {
  case "matrix":
    return numbers.length === 6
      ? [x, y, 0, 0, z, angle, 0, 0, 0, 0, 1, 0, numbers[4], numbers[5], 0, 1] : null;
  case "matrix3d": return numbers.length === 16 ? numbers : null;
  case "translate": case "translate3d": return moved(x, y, z);
  case "translatex": return moved(x, 0, 0);
  case "translatey": return moved(0, x, 0);
  case "translatez": return moved(0, 0, x);
  case "scale": return scaled(x, numbers.length > 1 ? y : x, 1);
  case "scale3d": return scaled(x, y, z);
  case "scalex": return scaled(x, 1, 1);
  case "scaley": return scaled(1, x, 1);
  case "scalez": return scaled(1, 1, x);
  case "rotate": case "rotatez": return aroundAxis(0, 0, 1, x);
  case "rotatex": return aroundAxis(1, 0, 0, x);
  case "rotatey": return aroundAxis(0, 1, 0, x);
  case "rotate3d": return aroundAxis(x, y, z, angle);
  case "skew": return skewed(x, y);
  case "skewx": return skewed(x, 0);
  case "skewy": return skewed(0, x);
  case "perspective": return numbers.length === 1 && x >= 0 ? distant(maximum(x, 1)) : null;
  default: return null;
  }
}
const is3D = (m) => m[2] !== 0 || m[3] !== 0 || m[6] !== 0 || m[7] !== 0 || m[8] !== 0 || m[9] !== 0
  || m[10] !== 1 || m[11] !== 0 || m[14] !== 0 || m[15] !== 1;
const spatialFunction = /3d$|^(?:translate|scale|rotate)z$|^rotate[xy]$|^perspective$/i;
function parseTransform(value) {
  const written = trim(value);
  if (written === "" || written === "none") return { m: identity(), is2D: true };
  let m = identity(), left = written, is2D = true;
  while (left !== "") {
    const found = execute(/^([a-z0-9]+)\(([^()]*)\)\s*/i, left);
    const made = found === null ? null : functionMatrix(found[1], found[2]);
    if (made === null) throw syntaxError(`'${written}' is not a transform`);
    is2D &&= execute(spatialFunction, found[1]) === null;
    m = product(m, made);
    left = textSlice(left, found[0].length);
  }
  return { m, is2D };
}
function matrixFrom(init) {
  if (init === undefined) return { m: identity(), is2D: true };
  if (typeof init === "string") return parseTransform(init);
  const given = toList(init), m = identity();
  if (given.length === 6) {
    const keys = ["a", "b", "c", "d", "e", "f"];
    for (let i = 0; i < 6; i += 1) m[flat[keys[i]]] = +given[i];
    return { m, is2D: true };
  }
  if (given.length !== 16) throw new TypeError("a matrix has 6 or 16 numbers");
  for (let i = 0; i < 16; i += 1) m[i] = +given[i];
  return { m, is2D: false };
}
let cellsOf, setCells;
class DOMMatrixReadOnly {
  #m; #is2D;
  constructor(init = undefined) { const { m, is2D } = matrixFrom(init); this.#m = m; this.#is2D = is2D; }
  static {
    cellsOf = (matrix) => matrix.#m;
    setCells = (matrix, m, is2D) => { matrix.#m = m; matrix.#is2D = is2D; return matrix; };
  }
  static fromMatrix(other = {}) {
    const matrix = new this(), m = identity(), names = ownKeys(flat);
    for (let i = 0; i < 16; i += 1) {
      const value = other[`m${floor(i / 4) + 1}${(i % 4) + 1}`];
      if (value !== undefined) m[i] = +value;
    }
    for (let i = 0; i < names.length; i += 1)
      if (other[names[i]] !== undefined) m[flat[names[i]]] = +other[names[i]];
    return setCells(matrix, m, other.is2D ?? !is3D(m));
  }
  static fromFloat32Array(array) { return new this(array); }
  static fromFloat64Array(array) { return new this(array); }
  get is2D() { return this.#is2D; }
  get isIdentity() {
    const wanted = identity();
    for (let i = 0; i < 16; i += 1) if (this.#m[i] !== wanted[i]) return false;
    return true;
  }
  multiply(other = {}) { return copied(this).multiplySelf(other); }
  translate(x = 0, y = 0, z = 0) { return copied(this).translateSelf(x, y, z); }
  scale(x = 1, y = x, z = 1, originX = 0, originY = 0, originZ = 0) {
    return copied(this).scaleSelf(x, y, z, originX, originY, originZ);
  }
  scaleNonUniform(x = 1, y = 1) { return copied(this).scaleSelf(x, y); }
  scale3d(by = 1, originX = 0, originY = 0, originZ = 0) {
    return copied(this).scale3dSelf(by, originX, originY, originZ);
  }
  rotate(x = 0, y = undefined, z = undefined) { return copied(this).rotateSelf(x, y, z); }
  rotateFromVector(x = 0, y = 0) { return copied(this).rotateFromVectorSelf(x, y); }
  rotateAxisAngle(x = 0, y = 0, z = 0, angle = 0) { return copied(this).rotateAxisAngleSelf(x, y, z, angle); }
  skewX(angle = 0) { return copied(this).skewXSelf(angle); }
  skewY(angle = 0) { return copied(this).skewYSelf(angle); }
  flipX() { return copied(this).multiplySelf(new DOMMatrix([-1, 0, 0, 1, 0, 0])); }
  flipY() { return copied(this).multiplySelf(new DOMMatrix([1, 0, 0, -1, 0, 0])); }
  inverse() { return copied(this).invertSelf(); }
  transformPoint(point = {}) {
    const { x = 0, y = 0, z = 0, w = 1 } = point, m = this.#m;
    const at = (i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12] * w;
    return new DOMPoint(at(0), at(1), at(2), at(3));
  }
  toFloat32Array() { return new typedClasses.Float32Array(this.#m); }
  toFloat64Array() { return new typedClasses.Float64Array(this.#m); }
  toJSON() {
    const result = { is2D: this.is2D, isIdentity: this.isIdentity }, names = ownKeys(flat);
    for (let i = 0; i < names.length; i += 1) result[names[i]] = this.#m[flat[names[i]]];
    for (let i = 0; i < 16; i += 1) result[`m${floor(i / 4) + 1}${(i % 4) + 1}`] = this.#m[i];
    return result;
  }
  toString() {
    const m = this.#m;
    return this.is2D ? `matrix(${join([m[0], m[1], m[4], m[5], m[12], m[13]], ", ")})`
      : `matrix3d(${join(m, ", ")})`;
  }
  get [Symbol.toStringTag]() { return "DOMMatrixReadOnly"; }
}
const copied = (matrix) => setCells(new DOMMatrix(), slice(cellsOf(matrix)), matrix.is2D);
const times = (matrix, m, keeps2D) => setCells(
  matrix, product(cellsOf(matrix), m), matrix.is2D && (keeps2D || !is3D(m))
);
class DOMMatrix extends DOMMatrixReadOnly {
  constructor(init = undefined) { super(init); }
  multiplySelf(other = {}) {
    const by = DOMMatrixReadOnly.fromMatrix(other);
    return setCells(this, product(cellsOf(this), cellsOf(by)), this.is2D && by.is2D);
  }
  preMultiplySelf(other = {}) {
    const by = DOMMatrixReadOnly.fromMatrix(other);
    return setCells(this, product(cellsOf(by), cellsOf(this)), this.is2D && by.is2D);
  }
  translateSelf(x = 0, y = 0, z = 0) { return times(this, moved(+x, +y, +z), false); }
  scaleSelf(x = 1, y = x, z = 1, originX = 0, originY = 0, originZ = 0) {
    this.translateSelf(originX, originY, originZ);
    times(this, scaled(+x, +y, +z), false);
    return this.translateSelf(-originX, -originY, -originZ);
  }
  scale3dSelf(by = 1, originX = 0, originY = 0, originZ = 0) {
    return this.scaleSelf(by, by, by, originX, originY, originZ);
  }
  rotateSelf(x = 0, y = undefined, z = undefined) {
    if (y === undefined && z === undefined) return times(this, aroundAxis(0, 0, 1, +x), false);
    times(this, aroundAxis(0, 0, 1, +(z ?? 0)), false);
    times(this, aroundAxis(0, 1, 0, +(y ?? 0)), false);
    return times(this, aroundAxis(1, 0, 0, +x), false);
  }
  rotateFromVectorSelf(x = 0, y = 0) {
    return times(this, aroundAxis(0, 0, 1, (atan2(+y, +x) * 180) / PI), false);
  }
  rotateAxisAngleSelf(x = 0, y = 0, z = 0, angle = 0) {
    return times(this, aroundAxis(+x, +y, +z, +angle), false);
  }
  skewXSelf(angle = 0) { return times(this, skewed(+angle, 0), true); }
  skewYSelf(angle = 0) { return times(this, skewed(0, +angle), true); }
  invertSelf() {
    const made = inverse(cellsOf(this));
    if (made !== null) return setCells(this, made, this.is2D);
    const none = [];
    for (let i = 0; i < 16; i += 1) push(none, NaN);
    return setCells(this, none, false);
  }
  setMatrixValue(value) { const { m, is2D } = parseTransform(text(value)); return setCells(this, m, is2D); }
  get [Symbol.toStringTag]() { return "DOMMatrix"; }
}
function cell(name, index) {
  const get = { [name]() { return cellsOf(this)[index]; } }[name];
  defineProperty(
    DOMMatrixReadOnly.prototype, name, { __proto__: null, get, enumerable: true, configurable: true }
  );
  defineProperty(DOMMatrix.prototype, name, {
    __proto__: null, get, enumerable: true, configurable: true,
    set(value) {
      const m = cellsOf(this);
      m[index] = +value;
      setCells(this, m, this.is2D && !is3D(m));
    },
  });
}
for (let i = 0; i < 16; i += 1) cell(`m${floor(i / 4) + 1}${(i % 4) + 1}`, i);
for (const name in flat) cell(name, flat[name]);

({
  DOMPoint, DOMPointReadOnly, DOMRectReadOnly, DOMQuad, DOMMatrix, DOMMatrixReadOnly,
  WebKitCSSMatrix: DOMMatrix,
});

// The commands for a canvas, as numbers, and paths (HTML Standard section 4.12.5.1.6).

/// The commands by number; `CanvasCommand` in HybridDrawing has the same numbers.
const SAVE = 0, RESTORE = 1, RESET = 2, TRANSFORM = 3, ALPHA = 4, COMPOSITE = 5, LINE_WIDTH = 6, LINE_CAP = 7,
  LINE_JOIN = 8, MITER_LIMIT = 9, DASH = 10, DASH_OFFSET = 11, SHADOW = 12, SMOOTHING = 13, FILTER = 14,
  COLOR = 15, GRADIENT = 16, PATTERN = 17, BEGIN = 20, MOVE = 21, LINE = 22, QUADRATIC = 23, CUBIC = 24,
  ARC_TO = 25, RECTANGLE = 26, ROUND_RECTANGLE = 27, ELLIPSE = 28, CLOSE = 29, LOCAL = 30, FILL = 40,
  STROKE = 41, CLIP = 42, FILL_PATH = 43, STROKE_PATH = 44, CLIP_PATH = 45, FILL_RECTANGLE = 46,
  STROKE_RECTANGLE = 47, CLEAR_RECTANGLE = 48, IMAGE = 49, TEXT = 50;
/// The number of arguments of each path command, from `MOVE` on.
const pathLengths = [2, 2, 4, 6, 5, 4, 12, 8, 0, 6];
const { Float64Array, Uint8ClampedArray } = typedClasses;
/// A longer list is painted; a longer path is dropped.
const LIST_LIMIT = 16384, PATH_LIMIT = 1000000, TEXT_LIMIT = 1000000;

/// A list of numbers that grows; a canvas's list is painted when it is long.
class Numbers {
  list = new Float64Array(64);
  count = 0;
  /// Paints the list; null for a path's list.
  flush = null;
  /// Makes room; returns false if there is none.
  room(more) {
    if (this.count + more <= this.list.length) return true;
    if (this.flush !== null && this.count + more > LIST_LIMIT) this.flush();
    const needed = this.count + more;
    if (needed > PATH_LIMIT + 64) {
      host.lose(`a path of more than ${PATH_LIMIT} numbers`, "draw it in parts");
      return false;
    }
    let { length } = this.list;
    while (length < needed) length *= 2;
    if (length > this.list.length) {
      const longer = new Float64Array(length);
      setBytes(longer, this.list);
      this.list = longer;
    }
    return true;
  }
  put(a) { this.list[this.count++] = a; }
  add0(a) { if (this.room(1)) this.put(a); }
  add1(a, b) { if (this.room(2)) { this.put(a); this.put(b); } }
  add2(a, b, c) { if (this.room(3)) { this.put(a); this.put(b); this.put(c); } }
  add4(a, b, c, d, e) {
    if (!this.room(5)) return;
    this.put(a); this.put(b); this.put(c); this.put(d); this.put(e);
  }
  /// Adds a command with the numbers of an array.
  addAll(command, numbers) {
    if (!this.room(1 + numbers.length)) return;
    this.put(command);
    for (let i = 0; i < numbers.length; i += 1) this.put(numbers[i]);
  }
  /// Adds the numbers of another list, after their count.
  addList(other) {
    if (!this.room(1 + other.count)) return false;
    this.put(other.count);
    for (let i = 0; i < other.count; i += 1) this.put(other.list[i]);
    return true;
  }
}
const finite = (a, b = 0, c = 0, d = 0) =>
  isFiniteNumber(a) && isFiniteNumber(b) && isFiniteNumber(c) && isFiniteNumber(d);
const negative = (name) => new DOMException(`${name}: a radius is negative`, "IndexSizeError");
function needed(name, given, count) {
  if (given < count) throw new TypeError(`${name}: ${count} arguments are needed, and there are ${given}`);
}

/// The list of a context or a path.
let numbersOf;
/// The four corners of `roundRect()`; a point has both radii of a corner.
function cornerRadii(given) {
  const list = given === undefined ? [0]
    : isObject(given) && isFunction(given[Symbol.iterator]) ? toList(given) : [given];
  if (list.length < 1 || list.length > 4)
    throw new RangeError(`roundRect: ${list.length} radii are given, and 1 to 4 are possible`);
  const pairs = [];
  for (let i = 0; i < list.length; i += 1) {
    const isPoint = isObject(list[i]);
    const x = isPoint ? +(list[i].x ?? 0) : +list[i], y = isPoint ? +(list[i].y ?? 0) : x;
    if (!finite(x, y)) return null;
    if (x < 0 || y < 0) throw new RangeError("roundRect: a radius is negative");
    push(pairs, [x, y]);
  }
  const [a, b, c, d] = rest(
    pairs.length === 1 ? [pairs[0], pairs[0], pairs[0], pairs[0]]
      : pairs.length === 2 ? [pairs[0], pairs[1], pairs[0], pairs[1]]
      : pairs.length === 3 ? [pairs[0], pairs[1], pairs[2], pairs[1]] : pairs
  );
  return [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
}
/// Members of contexts and of `Path2D`.
const pathMembers = {
  closePath() { numbersOf(this).add0(CLOSE); },
  moveTo(x, y) {
    needed("moveTo", arguments.length, 2);
    x = +x; y = +y;
    if (finite(x, y)) numbersOf(this).add2(MOVE, x, y);
  },
  lineTo(x, y) {
    needed("lineTo", arguments.length, 2);
    x = +x; y = +y;
    if (finite(x, y)) numbersOf(this).add2(LINE, x, y);
  },
  quadraticCurveTo(x1, y1, x, y) {
    needed("quadraticCurveTo", arguments.length, 4);
    x1 = +x1; y1 = +y1; x = +x; y = +y;
    if (finite(x1, y1, x, y)) numbersOf(this).add4(QUADRATIC, x1, y1, x, y);
  },
  bezierCurveTo(x1, y1, x2, y2, x, y) {
    needed("bezierCurveTo", arguments.length, 6);
    const all = [+x1, +y1, +x2, +y2, +x, +y];
    if (finite(all[0], all[1], all[2], all[3]) && finite(all[4], all[5])) numbersOf(this).addAll(CUBIC, all);
  },
  arcTo(x1, y1, x2, y2, radius) {
    needed("arcTo", arguments.length, 5);
    const all = [+x1, +y1, +x2, +y2, +radius];
    if (!finite(all[0], all[1], all[2], all[3]) || !finite(all[4])) return;
    if (all[4] < 0) throw negative("arcTo");
    numbersOf(this).addAll(ARC_TO, all);
  },
  rect(x, y, width, height) {
    needed("rect", arguments.length, 4);
    x = +x; y = +y; width = +width; height = +height;
    if (finite(x, y, width, height)) numbersOf(this).add4(RECTANGLE, x, y, width, height);
  },
  roundRect(x, y, width, height, radii = undefined) {
    needed("roundRect", arguments.length, 4);
    x = +x; y = +y; width = +width; height = +height;
    const corners = cornerRadii(radii);
    if (!finite(x, y, width, height) || corners === null) return;
    const all = [x, y, width, height];
    for (let i = 0; i < 8; i += 1) push(all, corners[i]);
    numbersOf(this).addAll(ROUND_RECTANGLE, all);
  },
  arc(x, y, radius, start, end, isCounterclockwise = false) {
    needed("arc", arguments.length, 5);
    x = +x; y = +y; radius = +radius; start = +start; end = +end;
    if (!finite(x, y, radius, start) || !finite(end)) return;
    if (radius < 0) throw negative("arc");
    numbersOf(this).addAll(ELLIPSE, [x, y, radius, radius, 0, start, end, isCounterclockwise ? 1 : 0]);
  },
  ellipse(x, y, radiusX, radiusY, rotation, start, end, isCounterclockwise = false) {
    needed("ellipse", arguments.length, 7);
    const all = [+x, +y, +radiusX, +radiusY, +rotation, +start, +end, isCounterclockwise ? 1 : 0];
    if (!finite(all[0], all[1], all[2], all[3]) || !finite(all[4], all[5], all[6])) return;
    if (all[2] < 0 || all[3] < 0) throw negative("ellipse");
    numbersOf(this).addAll(ELLIPSE, all);
  },
};

/// The six numbers of an object like `DOMMatrix`.
function matrixOf(given) {
  if (given === undefined || given === null) return [1, 0, 0, 1, 0, 0];
  if (!isObject(given)) throw new TypeError("a matrix must be an object");
  return [
    +(given.a ?? given.m11 ?? 1), +(given.b ?? given.m12 ?? 0), +(given.c ?? given.m21 ?? 0),
    +(given.d ?? given.m22 ?? 1), +(given.e ?? given.m41 ?? 0), +(given.f ?? given.m42 ?? 0),
  ];
}
const areFinite = (list) => {
  for (let i = 0; i < list.length; i += 1) if (!isFiniteNumber(list[i])) return false;
  return true;
};
/// The product of two matrices of six numbers: the second one applies first.
const joined = (m, n) => [
  m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3], m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
];

let stepsOf;
class Path2D {
  #steps = new Numbers();
  constructor(path = undefined) {
    if (path === undefined) return;
    if (isObject(path) && #steps in path) { this.addPath(path); return; }
    const given = parseJSON(host.canvasPath(text(path)));
    if (this.#steps.room(given.length))
      for (let i = 0; i < given.length; i += 1) this.#steps.put(given[i]);
  }
  static {
    stepsOf = (path) => path.#steps;
    numbersOf = (target) => (#steps in target ? target.#steps : listOfContext(target));
  }
  addPath(path, transform = undefined) {
    if (!isObject(path) || !(#steps in path)) throw new TypeError("addPath: a Path2D is needed");
    const matrix = matrixOf(transform), from = path.#steps, to = this.#steps;
    if (!areFinite(matrix)) return;
    const isMoved = transform !== undefined;
    // The list may be this one: only its numbers from before are added.
    const { count, list } = from;
    if (isMoved) to.addAll(LOCAL, matrix);
    let isInner = false;
    for (let i = 0; i < count;) {
      const command = list[i], length = pathLengths[command - MOVE];
      if (!to.room(length + 1)) break;
      if (command === LOCAL && isMoved) {
        isInner = true;
        const own = [];
        for (let j = 1; j <= 6; j += 1) push(own, list[i + j]);
        to.addAll(LOCAL, joined(matrix, own));
      } else for (let j = 0; j <= length; j += 1) to.put(list[i + j]);
      i += length + 1;
    }
    if (isMoved || isInner) to.addAll(LOCAL, [1, 0, 0, 1, 0, 0]);
  }
  get [Symbol.toStringTag]() { return "Path2D"; }
}
install(Path2D.prototype, pathMembers);
const isPath = (value) => isObject(value) && value instanceof Path2D;

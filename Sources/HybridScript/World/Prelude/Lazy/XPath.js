// XPath 1.0 over a page's documents (DOM Standard section 8). In an expression's values a node is its number
// and an attribute an object with its element; wrappers are made for results only. An expression becomes
// functions of a context `{ item, position, size }`. The classes are created at their first use.

const makeXPath = () => {
  const namespaces = [
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML",
  ];
  /// The index of an element's namespace in this list.
  const namespaceOf = host.namespace ?? (() => 0);
  const PATTERN = new RegExp(
    "\\s*(?:(\\d+(?:\\.\\d*)?|\\.\\d+)|(\"[^\"]*\"|'[^']*')"
      + "|([A-Za-z_][\\w.-]*(?::(?!:)(?:[A-Za-z_][\\w.-]*|\\*))?)"
      + "|(\\.\\.|::|\\/\\/|!=|<=|>=|[\\[\\]()@,|+\\-=<>*\\/.$]))", "y");
  const NUMBER = 1, LITERAL = 2, NAME = 3;
  const wrong = (said) => new DOMException(`'${said}' is not an XPath expression`, "SyntaxError");
  function tokens(source) {
    const found = [];
    PATTERN.lastIndex = 0;
    for (let at = 0; trim(textSlice(source, at)) !== ""; at = PATTERN.lastIndex) {
      const match = execute(PATTERN, source);
      if (match === null) throw wrong(source);
      const kind = match[1] !== undefined ? NUMBER : match[2] !== undefined ? LITERAL : match[3] !== undefined
        ? NAME : 0;
      push(found, { kind, text: match[kind === 0 ? 4 : kind] });
    }
    return found;
  }

  // Values: booleans, numbers, strings, and node sets, which are arrays in document order.
  const isAttribute = (item) => typeof item !== "number";
  function stringOf(item) {
    if (isAttribute(item)) return item.value;
    const kind = host.kind(item);
    return kind === TEXT || kind === COMMENT ? host.data(item) : host.textContent(item);
  }
  const asString = (value) => (
    isArray(value) ? (value.length > 0 ? stringOf(value[0]) : "") : typeof value === "number" && value === 0
      ? "0" : `${value}`
  );
  function asNumber(value) {
    if (typeof value === "number") return value;
    if (typeof value === "boolean") return value ? 1 : 0;
    const said = trim(asString(value));
    return execute(/^-?(?:\d+(?:\.\d*)?|\.\d+)$/, said) === null ? NaN : +said;
  }
  const asBoolean = (value) => (isArray(value) ? value.length > 0 : !!value);
  function asNodes(value) {
    if (!isArray(value)) throw new TypeError("XPath: a set of nodes is needed here");
    return value;
  }
  const kindOf = (item) => (isAttribute(item) ? 2 : host.kind(item));
  const nameOfItem = (item) => (
    isAttribute(item) ? item.name : kindOf(item) !== ELEMENT ? ""
      : namespaceOf(item) === 0 && !options.isNative ? lower(host.name(item)) : host.name(item)
  );
  function order(a, b) {
    const first = isAttribute(a) ? a.owner : a, second = isAttribute(b) ? b.owner : b;
    if (first !== second)
      return host.contains(first, second) ? -1 : host.contains(second, first) ? 1
        : host.precedes(first, second) ? -1 : 1;
    return (isAttribute(a) ? a.index : -1) - (isAttribute(b) ? b.index : -1);
  }
  const keyOf = (item) => (isAttribute(item) ? `${item.owner}@${item.index}` : item);
  function united(lists) {
    const seen = new SafeSet(), result = [];
    for (let i = 0; i < lists.length; i += 1) {
      for (let k = 0; k < lists[i].length; k += 1) {
        const key = keyOf(lists[i][k]);
        if (!seen.has(key)) { seen.add(key); push(result, lists[i][k]); }
      }
    }
    return lists.length > 1 ? sort(result, order) : result;
  }

  // Axes (section 2.2), each in its own order.
  const parentOf = (item) => (isAttribute(item) ? item.owner : relative(PARENT, item));
  function along(direction, id, result = []) {
    for (let next = relative(direction, id); next >= 0; next = relative(direction, next)) push(result, next);
    return result;
  }
  function below(top, result = []) {
    let id = relative(FIRST, top);
    while (id >= 0) {
      push(result, id);
      let next = relative(FIRST, id);
      while (next < 0) {
        next = relative(NEXT, id);
        if (next >= 0) break;
        id = relative(PARENT, id);
        if (id === top) return result;
      }
      id = next;
    }
    return result;
  }
  function attributesOf(id) {
    if (isAttribute(id) || host.kind(id) !== ELEMENT) return [];
    const all = parseJSON(host.attributes(id));
    for (let i = 0; i < all.length; i += 1)
      all[i] = { owner: id, index: i, name: lower(all[i][0]), value: all[i][1] };
    return all;
  }
  const axes = {
    __proto__: null,
    child: (item) => {
      const all = [];
      if (isAttribute(item)) return all;
      for (let id = relative(FIRST, item); id >= 0; id = relative(NEXT, id)) push(all, id);
      return all;
    },
    descendant: (item) => (isAttribute(item) ? [] : below(item)),
    "descendant-or-self": (item) => (isAttribute(item) ? [item] : below(item, [item])),
    parent: (item) => { const id = parentOf(item); return id < 0 ? [] : [id]; },
    ancestor: (item) => { const id = parentOf(item); return id < 0 ? [] : along(PARENT, id, [id]); },
    "ancestor-or-self": (item) => {
      const id = parentOf(item);
      return id < 0 ? [item] : along(PARENT, id, [item, id]);
    },
    "following-sibling": (item) => (isAttribute(item) ? [] : along(NEXT, item)),
    "preceding-sibling": (item) => (isAttribute(item) ? [] : along(PREVIOUS, item)),
    following: (item) => {
      const result = isAttribute(item) ? below(item.owner) : [];
      for (let id = isAttribute(item) ? item.owner : item; id >= 0; id = relative(PARENT, id)) {
        for (let next = relative(NEXT, id); next >= 0; next = relative(NEXT, next))
          below(next, (push(result, next), result));
      }
      return result;
    },
    preceding: (item) => {
      const result = [];
      for (let id = isAttribute(item) ? item.owner : item; id >= 0; id = relative(PARENT, id)) {
        for (let next = relative(PREVIOUS, id); next >= 0; next = relative(PREVIOUS, next)) {
          const inner = below(next, [next]);
          for (let i = inner.length - 1; i >= 0; i -= 1) push(result, inner[i]);
        }
      }
      return result;
    },
    self: (item) => [item],
    attribute: attributesOf,
  };
  const isReverse = (axis) => axis === "ancestor" || axis === "ancestor-or-self"
    || startsWith(axis, "preceding");

  // The core functions (section 4): the number of arguments, and whether the result depends on the position.
  const argument = (given, context) => (given.length > 0 ? given[0] : [context.item]);
  const functions = {
    __proto__: null,
    last: [0, 0, (given, context) => context.size], position: [0, 0, (given, context) => context.position],
    count: [1, 1, (given) => asNodes(given[0]).length],
    id: [1, 1, (given, context) => {
      const said = isArray(given[0]) ? given[0] : [given[0]], found = [];
      for (let i = 0; i < said.length; i += 1) {
        const names = words(
          typeof said[i] === "number" && isArray(given[0]) ? stringOf(said[i]) : asString(said[i])
        );
        for (let k = 0; k < names.length; k += 1) {
          const node = byId(names[k], 0);
          if (node !== null) push(found, [idOf(node)]);
        }
      }
      return united(found);
    }],
    "local-name": [
      0, 1,
      (given, context) => {
        const all = asNodes(argument(given, context)), name = all.length > 0 ? nameOfItem(all[0]) : "";
        return textSlice(name, textIndex(name, ":") + 1);
      },
    ],
    "namespace-uri": [
      0, 1,
      (given, context) => {
        const all = asNodes(argument(given, context));
        return all.length > 0 && kindOf(all[0]) === ELEMENT ? namespaces[namespaceOf(all[0])] : "";
      },
    ],
    name: [
      0, 1,
      (given, context) => {
        const all = asNodes(argument(given, context));
        return all.length > 0 ? nameOfItem(all[0]) : "";
      },
    ],
    string: [0, 1, (given, context) => asString(argument(given, context))],
    concat: [
      2, 1000,
      (given) => {
        let result = "";
        for (let i = 0; i < given.length; i += 1) result += asString(given[i]);
        return result;
      },
    ],
    "starts-with": [2, 2, (given) => startsWith(asString(given[0]), asString(given[1]))],
    contains: [2, 2, (given) => textIndex(asString(given[0]), asString(given[1])) >= 0],
    "substring-before": [
      2, 2,
      (given) => {
        const value = asString(given[0]), at = textIndex(value, asString(given[1]));
        return at < 0 ? "" : textSlice(value, 0, at);
      },
    ],
    "substring-after": [
      2, 2,
      (given) => {
        const value = asString(given[0]), part = asString(given[1]), at = textIndex(value, part);
        return at < 0 ? "" : textSlice(value, at + part.length);
      },
    ],
    substring: [2, 3, (given) => {
      const value = asString(given[0]), first = rounded(asNumber(given[1])), end = given.length > 2
        ? first + rounded(asNumber(given[2])) : Infinity;
      let result = "";
      for (let i = 0; i < value.length; i += 1) if (i + 1 >= first && i + 1 < end) result += value[i];
      return result;
    }],
    "string-length": [0, 1, (given, context) => asString(argument(given, context)).length],
    "normalize-space": [0, 1, (given, context) => join(words(asString(argument(given, context))), " ")],
    translate: [3, 3, (given) => {
      const value = asString(given[0]), from = asString(given[1]), to = asString(given[2]);
      let result = "";
      for (let i = 0; i < value.length; i += 1) {
        const at = textIndex(from, value[i]);
        result += at < 0 ? value[i] : to[at] ?? "";
      }
      return result;
    }],
    boolean: [1, 1, (given) => asBoolean(given[0])], not: [
      1, 1, (given) => !asBoolean(given[0]),
    ], true: [0, 0, () => true], false: [0, 0, () => false],
    lang: [1, 1, (given, context) => {
      const wanted = lower(asString(given[0]));
      for (
        let id = isAttribute(context.item) ? context.item.owner : context.item;
        id > 0;
        id = relative(PARENT, id)
      ) {
        const lang = host.attribute("xml:lang", id);
        if (typeof lang === "string") return lower(lang) === wanted || startsWith(lower(lang), `${wanted}-`);
      }
      return false;
    }],
    number: [0, 1, (given, context) => asNumber(argument(given, context))],
    sum: [
      1, 1,
      (given) => {
        const all = asNodes(given[0]);
        let result = 0;
        for (let i = 0; i < all.length; i += 1) result += asNumber(stringOf(all[i]));
        return result;
      },
    ],
    floor: [1, 1, (given) => floor(asNumber(given[0]))], ceiling: [
      1, 1, (given) => -floor(-asNumber(given[0])),
    ], round: [
      1, 1, (given) => rounded(asNumber(given[0])),
    ],
  };
  // Expressions that need no position: they are true or false at any position.
  const plainFunctions = ["starts-with", "contains", "boolean", "not", "true", "false", "lang"];

  function compare(operator, a, b) {
    if (isArray(a) || isArray(b)) {
      if (typeof a === "boolean" || typeof b === "boolean")
        return compare(operator, asBoolean(a), asBoolean(b));
      const left = isArray(a) ? a : [a], right = isArray(b) ? b : [b];
      for (let i = 0; i < left.length; i += 1) {
        for (let k = 0; k < right.length; k += 1) {
          if (compare(operator, isArray(a) ? stringOf(left[i]) : a, isArray(b) ? stringOf(right[k]) : b))
            return true;
        }
      }
      return false;
    }
    if (operator === "=" || operator === "!=") {
      const equal = typeof a === "boolean" || typeof b === "boolean" ? asBoolean(a) === asBoolean(b)
        : typeof a === "number" || typeof b === "number" ? asNumber(a) === asNumber(b) : a === b;
      return equal === (operator === "=");
    }
    const left = asNumber(a), right = asNumber(b);
    return operator === "<" ? left < right : operator === "<=" ? left <= right : operator === ">"
      ? left > right : left >= right;
  }

  // The grammar (section 3), by precedence. Each rule returns `{ run, plain }`; `plain` means that a
  // predicate with it needs no position.
  function compile(source, resolver) {
    const all = tokens(source);
    let at = 0, depth = 0;
    const peek = (said) => at < all.length && all[at].kind !== LITERAL && all[at].text === said;
    const take = (said) => { if (!peek(said)) return false; at += 1; return true; };
    const need = (said) => { if (!take(said)) throw wrong(source); };
    const levels = [["or"], ["and"], ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"]];
    function binary(level) {
      if (level === levels.length) return unary();
      if (depth > 600) throw wrong(source);
      depth += 1;
      let left = binary(level + 1);
      for (;;) {
        const operator = at < all.length && all[at].kind !== LITERAL ? all[at].text : "";
        if (!includes(levels[level], operator)) { depth -= 1; return left; }
        at += 1;
        const a = left, b = binary(level + 1);
        left = { plain: level < 4 && a.plain && b.plain, run: operation(operator, a.run, b.run) };
        if (level >= 2 && level < 4) left.plain = a.still && b.still;
        left.still = a.still && b.still;
      }
    }
    function operation(operator, a, b) {
      switch (operator) {
      case "or": return (context) => asBoolean(a(context)) || asBoolean(b(context));
      case "and": return (context) => asBoolean(a(context)) && asBoolean(b(context));
      case "+": return (context) => asNumber(a(context)) + asNumber(b(context));
      case "-": return (context) => asNumber(a(context)) - asNumber(b(context));
      case "*": return (context) => asNumber(a(context)) * asNumber(b(context));
      case "div": return (context) => asNumber(a(context)) / asNumber(b(context));
      case "mod": return (context) => asNumber(a(context)) % asNumber(b(context));
      default: return (context) => compare(operator, a(context), b(context));
      }
    }
    function unary() {
      let sign = 1, isSigned = false;
      while (take("-")) { sign = -sign; isSigned = true; }
      const first = path();
      const parts = [first.run];
      while (take("|")) push(parts, path().run);
      const run = parts.length === 1 ? first.run : (context) => {
        const lists = [];
        for (let i = 0; i < parts.length; i += 1) push(lists, asNodes(parts[i](context)));
        return united(lists);
      };
      const isPlain = parts.length > 1 || first.plain, isStill = parts.length > 1 || first.still;
      return isSigned ? { plain: false, still: isStill, run: (context) => sign * asNumber(run(context)) }
        : { plain: isPlain, still: isStill, run };
    }
    /// A filter expression with further steps, or a location path.
    function path() {
      const token = all[at];
      if (token === undefined) throw wrong(source);
      const isCall = token.kind === NAME && all[at + 1]?.text === "("
        && !includes(["node", "text", "comment", "processing-instruction"], token.text);
      if (
        token.kind === NUMBER || token.kind === LITERAL || token.text === "(" || token.text === "$" || isCall
      ) {
        let base = primary();
        const filters = predicates();
        if (filters.length > 0) {
          const { run } = base;
          base = { plain: true, still: true, run: (context) => filtered(asNodes(run(context)), filters) };
        }
        return peek("/") || peek("//") ? { plain: true, still: true, run: steps(base.run) } : base;
      }
      if (peek("//")) return { plain: true, still: true, run: steps((context) => [rootOf(context.item)]) };
      if (take("/")) {
        const root = (context) => [rootOf(context.item)];
        const goesOn = at < all.length
          && (all[at].kind === NAME || includes(["*", "@", ".", ".."], all[at].text));
        return { plain: true, still: true, run: goesOn ? steps(root, false) : root };
      }
      return { plain: true, still: true, run: steps((context) => [context.item], false) };
    }
    const rootOf = (item) => host.root(isAttribute(item) ? item.owner : item);
    function primary() {
      const token = all[at];
      at += 1;
      if (token.kind === NUMBER) {
        const value = +token.text;
        return { plain: false, still: true, run: () => value };
      }
      if (token.kind === LITERAL) {
        const value = textSlice(token.text, 1, token.text.length - 1);
        return { plain: true, still: true, run: () => value };
      }
      if (token.text === "(") { const inner = binary(0); need(")"); return inner; }
      if (token.text === "$") throw new DOMException("XPath: there are no variables", "SyntaxError");
      const known = functions[token.text], given = [];
      if (known === undefined)
        throw new DOMException(`XPath: there is no function '${token.text}'`, "SyntaxError");
      need("(");
      let isStill = token.text !== "position" && token.text !== "last";
      if (!take(")")) {
        do {
          const part = binary(0);
          isStill = isStill && part.still;
          push(given, part.run);
        } while (take(","));
        need(")");
      }
      if (given.length < known[0] || given.length > known[1])
        throw new DOMException(`XPath: ${token.text}() has another number of arguments`, "SyntaxError");
      const call = known[2];
      return {
        plain: isStill && includes(plainFunctions, token.text), still: isStill,
        run: (context) => {
          const values = [];
          for (let i = 0; i < given.length; i += 1) push(values, given[i](context));
          return call(values, context);
        },
      };
    }
    function predicates() {
      const found = [];
      while (take("[")) { push(found, binary(0)); need("]"); }
      return found;
    }
    function filtered(list, filters) {
      for (let i = 0; i < filters.length; i += 1) {
        const kept = [], { run } = filters[i];
        for (let k = 0; k < list.length; k += 1) {
          const value = run({ item: list[k], position: k + 1, size: list.length });
          if (typeof value === "number" ? value === k + 1 : asBoolean(value)) push(kept, list[k]);
        }
        list = kept;
      }
      return list;
    }
    function steps(start, needsSlash = true) {
      const made = [];
      if (!needsSlash) push(made, step());
      for (;;) {
        if (take("//")) {
          const next = step();
          // `//x` visits each node once if no position is needed.
          if (next.axis === "child" && next.isPlain) push(made, { ...next, axis: "descendant" });
          else {
            push(made, { axis: "descendant-or-self", test: () => true, filters: [] });
            push(made, next);
          }
        } else if (take("/")) push(made, step()); else break;
      }
      return (context) => {
        let set = asNodes(start(context));
        for (let i = 0; i < made.length; i += 1) {
          const { axis, test, filters } = made[i], lists = [];
          for (let k = 0; k < set.length; k += 1) {
            const found = axes[axis](set[k]), kept = [];
            for (let n = 0; n < found.length; n += 1) if (test(found[n])) push(kept, found[n]);
            const list = filtered(kept, filters);
            if (list.length > 0) push(lists, isReverse(axis) ? reverse(list) : list);
          }
          set = united(lists);
        }
        return set;
      };
    }
    function step() {
      if (take(".")) return { axis: "self", test: () => true, filters: [] };
      if (take("..")) return { axis: "parent", test: () => true, filters: [] };
      let axis = take("@") ? "attribute" : "child";
      if (all[at + 1]?.text === "::") {
        axis = all[at].text;
        at += 2;
        if (axes[axis] === undefined) throw wrong(source);
      }
      const test = nodeTest(axis), filters = predicates();
      let isPlain = true;
      for (let i = 0; i < filters.length; i += 1) isPlain = isPlain && filters[i].plain === true;
      return { axis, test, filters, isPlain };
    }
    function nodeTest(axis) {
      const token = all[at], kind = axis === "attribute" ? 2 : ELEMENT;
      at += 1;
      if (token === undefined || token.kind === NUMBER || token.kind === LITERAL) throw wrong(source);
      if (token.text === "*") return (item) => kindOf(item) === kind;
      if (token.kind !== NAME) throw wrong(source);
      if (take("(")) {
        if (all[at]?.kind === LITERAL) at += 1;
        need(")");
        const wanted = {
          __proto__: null, node: 0, text: TEXT, comment: COMMENT, "processing-instruction": 7,
        }[token.text];
        if (wanted === undefined) throw wrong(source);
        return wanted === 0 ? () => true : (item) => kindOf(item) === wanted;
      }
      const colon = textIndex(token.text, ":"), local = textSlice(token.text, colon + 1);
      if (colon < 0)
        return (item) => kindOf(item) === kind
          && nameOfItem(item) === (options.isNative ? local : lower(local))
          && (kind === 2 || namespaceOf(item) === 0);
      if (kind === 2) return (item) => kindOf(item) === 2 && item.name === lower(token.text);
      const look = isFunction(resolver) ? resolver : resolver?.lookupNamespaceURI;
      const space = isFunction(look) ? apply(look, resolver, [textSlice(token.text, 0, colon)]) : null;
      const number_ = indexOf(namespaces, space);
      if (number_ < 0)
        throw new DOMException(
          `XPath: the prefix of '${token.text}' has no namespace of a page`, "NamespaceError"
        );
      return (item) => kindOf(item) === ELEMENT && namespaceOf(item) === number_
        && (local === "*" || nameOfItem(item) === local);
    }
    const { run } = binary(0);
    if (at < all.length) throw wrong(source);
    return run;
  }

  const types = {
    ANY_TYPE: 0, NUMBER_TYPE: 1, STRING_TYPE: 2, BOOLEAN_TYPE: 3, UNORDERED_NODE_ITERATOR_TYPE: 4,
    ORDERED_NODE_ITERATOR_TYPE: 5, UNORDERED_NODE_SNAPSHOT_TYPE: 6, ORDERED_NODE_SNAPSHOT_TYPE: 7,
    ANY_UNORDERED_NODE_TYPE: 8, FIRST_ORDERED_NODE_TYPE: 9,
  };
  const shown = (item) => (item === undefined ? null : isAttribute(item) ? attributeOf(item) : wrap(item));
  function attributeOf({ owner, name }) {
    const list = wrap(owner).attributes;
    for (let i = 0; i < list.length; i += 1) if (lower(list[i].name) === name) return list[i];
    return null;
  }
  class XPathResult {
    #type; #value; #next = 0;
    constructor(key, type, value) {
      if (key !== KEY) throw illegal();
      this.#type = type === 0
        ? (isArray(value) ? 4 : typeof value === "number" ? 1 : typeof value === "string" ? 2 : 3) : type;
      this.#value = this.#type > 3 ? asNodes(value) : value;
    }
    #of(types_) {
      if (!includes(types_, this.#type)) throw new TypeError("XPathResult: the result has another type");
      return this.#value;
    }
    get resultType() { return this.#type; }
    get numberValue() { return asNumber(this.#of([1])); }
    get stringValue() { return asString(this.#of([2])); }
    get booleanValue() { return asBoolean(this.#of([3])); }
    get singleNodeValue() { return shown(this.#of([8, 9])[0]); }
    get snapshotLength() { return this.#of([6, 7]).length; }
    get invalidIteratorState() { return false; }
    iterateNext() { const list = this.#of([4, 5]); this.#next += 1; return shown(list[this.#next - 1]); }
    snapshotItem(index) { return shown(this.#of([6, 7])[number(index)]); }
    get [Symbol.toStringTag]() { return "XPathResult"; }
  }
  install(XPathResult, types);
  install(XPathResult.prototype, types);
  class XPathExpression {
    #run;
    constructor(key, run) { if (key !== KEY) throw illegal(); this.#run = run; }
    evaluate(node, type = 0, result = null) {
      const item = requireId(node, "evaluate");
      return new XPathResult(KEY, number(type), this.#run({ item, position: 1, size: 1 }));
    }
    get [Symbol.toStringTag]() { return "XPathExpression"; }
  }
  class XPathEvaluator {
    createExpression(source, resolver = null) {
      return new XPathExpression(KEY, compile(text(source), resolver));
    }
    createNSResolver(node) { return node; }
    evaluate(source, node, resolver = null, type = 0, result = null) {
      return this.createExpression(source, resolver).evaluate(node, type);
    }
    get [Symbol.toStringTag]() { return "XPathEvaluator"; }
  }
  const Document = {
    evaluate(source, node, resolver = null, type = 0, result = null) {
      return new XPathEvaluator().evaluate(source, node, resolver, type);
    },
    createExpression(source, resolver = null) {
      return new XPathEvaluator().createExpression(source, resolver);
    },
    createNSResolver(node) { return node; },
  };
  return { XPathEvaluator, XPathExpression, XPathResult, Document };
};
makeXPath();

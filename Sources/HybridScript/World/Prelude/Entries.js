// The entries of the native side: one function for each kind of turn.

function hostEvent(type, id, json, bubbles, cancelable) {
  const target = id < 0 ? global : wrap(id);
  if (target === null) return false;
  const detail = json === "" ? null : parseJSON(json);
  const member = type === "submit" ? "submitter" : type === "command" ? "source" : "";
  if (member !== "" && isObject(detail) && typeof detail[member] === "number")
    define(detail, member, wrap(detail[member]));
  const Class = eventClasses[type];
  const init = { __proto__: null, bubbles, cancelable, view: global };
  let event;
  if (Class === undefined) event = new CustomEvent(type, { ...init, detail });
  else {
    const keys = Class === KeyboardEvent && typeof detail?.key === "string"
      ? part("Keys").keyMembers(type, detail.key)
      : null;
    event = new Class(type, isObject(detail) && !isArray(detail) ? { ...detail, ...keys, ...init } : init);
    if (isObject(detail) && typeof detail.detail !== "number") define(event, "detail", detail);
  }
  const isGoing = dispatchTo(target, trust(event));
  if (isGoing && type === "reset" && custom !== null && target !== global) custom.formReset(target);
  // A search bar's return key searches; pages that listen for keys can prevent it.
  if (isGoing && type === "keydown" && event.key === "Enter" && isOf("Forms", "SearchBarElement", target)) {
    dispatchTo(target, trust(new Event("search", { bubbles: true })));
  }
  return !isGoing;
}

/// Entries as texts: line breaks as forms send them, files by their names.
function plainEntries(pairs) {
  const lines = (value) => join(
    textSplit(join(textSplit(join(textSplit(value, "\r\n"), "\n"), "\r"), "\n"), "\n"), "\r\n"
  );
  const result = [];
  for (let i = 0; i < pairs.length; i += 1)
    push(result, [lines(pairs[i][0]), isBlob(pairs[i][1]) ? pairs[i][1].name : lines(text(pairs[i][1]))]);
  return result;
}

const pageHooks = {
  __proto__: null, pageShow: "pageshow", pageClose: "pagehide", pageHide: "pagehide",
  pageRefresh: "pagerefresh",
};
/// The document is complete, as later scripts and modules see (HTML Standard section 13.2.7).
function endParsing() {
  if (readyState !== "loading") return;
  readyState = "interactive";
  dispatchTo(document, trust(new Event("readystatechange")));
}
function runHook(name, json) {
  const given = json === "" ? [] : parseJSON(json);
  switch (name) {
  case "DOMContentLoaded":
    hearImages(0);
    endParsing();
    dispatchTo(document, trust(new Event("DOMContentLoaded", { bubbles: true })));
    return;
  case "load":
    imagesBefore = host.elements(1, "img", 0);
    readyState = "complete";
    dispatchTo(document, trust(new Event("readystatechange")));
    dispatchTo(global, trust(new Event("load")));
    return;
  case "resize": case "orientationchange":
    dispatchTo(global, trust(new (eventClasses[name] ?? Event)(name)));
    partsRead.MediaQueries?.mediaChanged();
    return;
  case "scroll": dispatchTo(document, trust(new Event("scroll", { bubbles: true }))); return;
  default:
  }
  const type = pageHooks[name] ?? (name === lower(name) ? name : null);
  if (type === "pageshow" || type === "pagehide") {
    const before = isHidden;
    isHidden = type === "pagehide";
    if (before !== isHidden) dispatchTo(document, trust(new Event("visibilitychange", { bubbles: true })));
  }
  const call = (f, receiver) => {
    if (isFunction(f)) try { apply(f, receiver, given); } catch (error) { reportException(error); }
  };
  if (name in pageHooks || type === null) call(global[name], global);
  partsRead.Token?.tellHook(name, call);
  if (type !== null) dispatchTo(global, trust(new (eventClasses[type] ?? Event)(type)));
}

const entries = {
  __proto__: null,
  dispatch: hostEvent,
  hook: runHook,
  timer: fireTimer,
  requestFinished(id, json) { partsRead.Network?.requestFinished(id, json); },
  connection: connectionChanged,
  worker: workerSaid,
  flushSheets() { partsRead.StyleSheets?.flush(); },
  shadowTreesChanged() { shadowTrees(); shadows.learn(); },
  motionEnded(id, isFinished) { partsRead.Animations?.motionEnded(id, isFinished); },
  animationFinished(id) { partsRead.Token?.animationFinished(id); },
  row(id, section, row) {
    const table = wrap(id);
    return asJSON(partsRead.NativeControls?.row(table, section, row));
  },
  section(id, section) {
    const table = wrap(id);
    return asJSON(partsRead.NativeControls?.section(table, section));
  },
  invoke(source, component, json) {
    const { method, given } = parseInvocation(source);
    try {
      invokeMethod(component, method, given, json === "" ? null : parseJSON(json));
    } catch (error) {
      reportException(error);
    }
  },
  formEntries(id, submitter) {
    const pairs = formPairs(formDataOf(wrap(id), submitter < 0 ? null : wrap(submitter)));
    return new (part("Addresses").URLSearchParams)(plainEntries(pairs)).toString();
  },
  postForm(id, submitter, action, encoding) {
    fetching().postForm(
      formPairs(formDataOf(wrap(id), submitter < 0 ? null : wrap(submitter))), action, encoding
    );
  },
  setExtension(json) { extension = parseJSON(json); },
  tokenMethod(method) {
    if (partsRead.Token === undefined)
      push(tokenMethodsGiven, method); else partsRead.Token.nativeTokenMethod(method);
  },
  setCurrentScript(id) { currentScript = id < 0 ? null : wrap(id); },
  linkModule,
  makeModule,
  evaluateModule(number, script) {
    endParsing();
    return evaluateModule(number, script);
  },
  defineImport,
  scriptFailed: announceError,
  rejected(promise, reason) {
    const event = new PromiseRejectionEvent("unhandledrejection", { cancelable: true, promise, reason });
    return !dispatchTo(global, trust(event));
  },
  endTurn() {
    countTree();
    partsRead.Token?.flushComponents();
    while (atTurnEnd.length > 0) {
      const work = splice(atTurnEnd, 0, atTurnEnd.length);
      for (let i = 0; i < work.length; i += 1) work[i]();
    }
    if (wrappersMade > sweepAt) part("Wrappers").sweep();
  },
  followLink: followLink,
  layoutChanged() { partsRead.LayoutObservers?.layoutChanged(); },
  /// The tree was replaced natively: wrappers of removed nodes are released.
  documentChanged() {
    countTree();
    nameElements();
    topFound.body = topFound.head = -1;
    const check = (wrapper, id) => {
      if (id > 0 && (host.kind(id) === 0 || host.name(id) !== nameOf(wrapper))) strong.delete(id);
    };
    strong.forEach(check);
    weak.clear();
    if (custom !== null) custom.documentChanged();
  },
};
function asJSON(value) { return value === undefined ? undefined : writeJSON(withoutFunctions(value)); }
entries;

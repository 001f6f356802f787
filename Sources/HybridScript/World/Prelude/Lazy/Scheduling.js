// Priorities of tasks (Prioritized Task Scheduling), and the deadline of idle callbacks.

const { AbortSignal, abortSignal } = part("Network");
const priorities = ["user-blocking", "user-visible", "background"];
const checkedPriority = (value) => {
  const name = text(value);
  if (!includes(priorities, name)) throw new TypeError(`'${name}' is not a priority`);
  return name;
};
const TaskPriorityChangeEvent = eventClass(
  "TaskPriorityChangeEvent", Event, { __proto__: null, previousPriority: "user-visible" }
);
let setPriority;
class TaskSignal extends AbortSignal {
  #priority;
  constructor(key, priority) { super(key); this.#priority = priority; }
  get priority() { return this.#priority; }
  static { setPriority = (signal, priority) => {
    const previousPriority = signal.#priority;
    if (priority === previousPriority) return;
    signal.#priority = priority;
    dispatchTo(signal, trust(new TaskPriorityChangeEvent("prioritychange", { previousPriority })));
  }; }
  get [Symbol.toStringTag]() { return "TaskSignal"; }
}
installHandlers(TaskSignal.prototype, ["prioritychange"]);
class TaskController {
  #signal;
  constructor(settings = undefined) {
    this.#signal = new TaskSignal(KEY, checkedPriority(settings?.priority ?? "user-visible"));
  }
  get signal() { return this.#signal; }
  abort(reason = undefined) { abortSignal(this.#signal, reason); }
  setPriority(priority) { setPriority(this.#signal, checkedPriority(priority)); }
  get [Symbol.toStringTag]() { return "TaskController"; }
}

/// The tasks that may run, in the order of arrival; the one with the lowest rank runs next.
const waitingTasks = [];
const rankOf = (task) => 2 * indexOf(
  priorities, task.fixed ?? (task.signal instanceof TaskSignal ? task.signal.priority : "user-visible")
) - (task.isRest ? 1 : 0);
function enqueue(task) {
  push(waitingTasks, task);
  queueTask(() => {
    let best = -1;
    for (let i = 0; i < waitingTasks.length; i += 1)
      if (best < 0 || rankOf(waitingTasks[i]) < rankOf(waitingTasks[best])) best = i;
    if (best >= 0) splice(waitingTasks, best, 1)[0].run();
  });
}
class Scheduler {
  constructor(key) { if (key !== KEY) throw illegal(); }
  postTask(action, settings = undefined) {
    return new Promise((resolve, reject) => {
      if (!isFunction(action)) throw new TypeError("postTask: a function is needed");
      const signal = settings?.signal ?? null, fixed = settings?.priority === undefined ? null
        : checkedPriority(settings.priority);
      if (signal !== null && !(signal instanceof AbortSignal))
        throw new TypeError("postTask: the signal is not an AbortSignal");
      if (signal !== null && signal.aborted) throw signal.reason;
      let isOver = false;
      const task = { __proto__: null, fixed, signal, isRest: false, run() {
        if (isOver) return;
        isOver = true;
        try { resolve(action()); } catch (error) { reject(error); }
      } };
      if (signal !== null) {
        const callback = () => { if (!isOver) { isOver = true; reject(signal.reason); } };
        addListener(
          signal, "abort",
          { callback, capture: false, once: true, passive: false, removed: false, isHandler: false }
        );
      }
      const delay = maximum(0, number(settings?.delay));
      if (delay > 0) startTimer(() => enqueue(task), [], delay, false); else enqueue(task);
    });
  }
  yield() {
    return new Promise(
      (resolve) => enqueue(
        { __proto__: null, fixed: null, signal: null, isRest: true, run: () => resolve(undefined) }
      )
    );
  }
  get [Symbol.toStringTag]() { return "Scheduler"; }
}

let deadline;
class IdleDeadline {
  #remaining; #didTimeout;
  constructor(key, remaining) {
    if (key !== KEY) throw illegal();
    this.#remaining = remaining;
    this.#didTimeout = false;
  }
  timeRemaining() { return this.#remaining(); }
  get didTimeout() { return this.#didTimeout; }
  get [Symbol.toStringTag]() { return "IdleDeadline"; }
  static { deadline = (remaining) => new IdleDeadline(KEY, remaining); }
}
/// The rest of 50 ms (*requestIdleCallback* section 5.1.2); on a virtual clock, no time passes in a turn.
function idleDeadline() {
  const isVirtual = options.seed !== null, start = isVirtual ? 0 : nativeNow();
  return deadline(() => (isVirtual ? 50 : maximum(0, 50 - (nativeNow() - start))));
}
const idleMembers = {
  requestIdleCallback(action) {
    if (!isFunction(action)) throw new TypeError("requestIdleCallback: a function is needed");
    return startTimer(() => action(idleDeadline()), [], 1, false);
  },
  cancelIdleCallback(id) { stopTimer(id); },
};
(
  {
    scheduler: new Scheduler(KEY), Scheduler, TaskController, TaskSignal, TaskPriorityChangeEvent,
    IdleDeadline, window: idleMembers,
  }
);

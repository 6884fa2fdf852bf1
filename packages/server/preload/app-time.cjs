// Time of an application: its dates and timers follow another clock, while those of libraries stay
// real, so that heartbeats and sockets live on, but for what a bot waits for by its library. The test
// kit puts it in place inside a test, and a run in the programs that it starts. It stands alone, and
// runs on the versions of Node that bots use.
"use strict";

const { subscribe, unsubscribe } = require("node:diagnostics_channel");
const { syncBuiltinESMExports } = require("node:module");
const timers = require("node:timers");
const timersPromises = require("node:timers/promises");
const { fileURLToPath } = require("node:url");
const { promisify } = require("node:util");

/** How long work that a timer began is waited for before the next one, in real milliseconds. */
const TASK_PATIENCE_MS = 20;
/** How long the answers to calls that it began are waited for. */
const CALL_PATIENCE_MS = 1000;
/** Turns in which what waited for a timer, or for an answer, goes on to its next call. */
const TURNS = 3;
/** Where HTTP clients say that a call begins and ends: `fetch` and undici, and Node's own. */
const callBegins = ["undici:request:create", "http.client.request.start"];
const callEnds = [
  "undici:request:trailers",
  "undici:request:error",
  "http.client.response.finish",
  "http.client.request.error",
];
/** A call that itself waits until the clock goes on. */
const waitsForClock = /\/control\/v1\/clock\/follow\b/;
/** Under it a function that stands in for one of Node's timers says so: the test kit has such. */
const STANDS_FOR = Symbol.for("antechamber.stands-for");
/** Libraries keep here how long a bot waits for people: the time of its collectors. */
const waitsForBots = /[/\\]discord\.js[/\\]src[/\\]structures[/\\]interfaces[/\\]Collector\.js$/;
/** And here they count from now for it, as until when a member is timed out. */
const countsForBots = /[/\\]discord\.js[/\\]src[/\\]structures[/\\]/;
/** The last instant that a date can be. */
const LATEST_MS = 8_640_000_000_000_000;
/** Frames of the stack above a timer that are looked at. */
const FRAMES = 10;

const real = {
  Date,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
};

/** What the application holds of a timer, as Node has it. */
class AppTimer {
  constructor(id, time) {
    this.id = id;
    this.time = time;
  }

  ref() {
    this.time.keepAlive(this.id, true);
    return this;
  }

  unref() {
    this.time.keepAlive(this.id, false);
    return this;
  }

  hasRef() {
    return this.time.keepsAlive(this.id);
  }

  close() {
    this.time.cancel(this.id);
    return this;
  }

  [Symbol.toPrimitive]() {
    return this.id;
  }
}

/**
 * Where a call comes from, or undefined when that is no file of the application.
 *
 * @param files the nearest first
 * @param isOurs whether a file is of what put the time in place
 */
function callerOutsideLibraries(files, isOurs = () => false) {
  const caller = files.find((file) => file !== undefined && file !== ownFile && !isOurs(file));
  const isOwn = caller !== undefined && !/^node:|[/\\]node_modules[/\\]/.test(caller);
  return isOwn ? caller : undefined;
}

/** The same, where some files of libraries speak for the application. */
function callerOfApplication(files, isOurs, speaksForBots) {
  const own = callerOutsideLibraries(files, isOurs);
  if (own !== undefined) return own;
  const others = files.filter((file) => file !== undefined && file !== ownFile && !isOurs(file));
  if (others.length === 0 || !speaksForBots.test(others[0])) return undefined;
  // The bot's own file says more than the library's, where it is among those that led here.
  return others.find((file) => !/^node:|[/\\]node_modules[/\\]/.test(file)) ?? others[0];
}

/** Puts another function in a place, or leads what stands in for it there; gives how that ends. */
function takePlace(scope, name, make) {
  const before = scope[name];
  const stands = before[STANDS_FOR];
  if (stands === undefined) {
    const made = make(before);
    scope[name] = made;
    // What a test put here before, such as its runner's fake dates, it may have taken back meanwhile.
    return () => void (scope[name] === made && (scope[name] = before));
  }
  const current = stands.current();
  stands.lead(make(current));
  return () => stands.lead(current);
}

/** Timers and dates of an application, from when it is put in place until it is taken away. */
class AppTime {
  #shown;
  #shownAt;
  #isFrozen = true;
  #nextId = 1;
  #tasks = new Map();
  #isOurs;
  #changed;
  #restore = () => undefined;

  /** @param now milliseconds since 1970 */
  constructor(now, { isOurs = () => false, changed = () => undefined } = {}) {
    this.#isOurs = isOurs;
    this.#changed = changed;
    this.#show(now);
  }

  #show(now) {
    this.#shown = now;
    this.#shownAt = real.Date.now();
  }

  /** What dates show. */
  now() {
    return this.#isFrozen ? this.#shown : this.#shown + real.Date.now() - this.#shownAt;
  }

  /** When the earliest timer falls due, in milliseconds since 1970. */
  nextAt() {
    return this.#first()?.at;
  }

  /** Whether a timer keeps the process alive, as Node's own do. */
  isAwaited() {
    return [...this.#tasks.values()].some(({ isRef }) => isRef);
  }

  /** Goes to an instant, and runs what falls due on the way, in order; then time stands, or goes on. */
  async goTo(now, { frozen = true } = {}) {
    this.#isFrozen = true;
    const begun = real.Date.now();
    for (let first = this.#first(); first !== undefined && first.at <= now; first = this.#first()) {
      this.#show(first.at);
      const again = first.at + (first.everyMs ?? Infinity);
      if (again > LATEST_MS) this.#tasks.delete(first.id);
      else first.at = again;
      await this.#calls(() => Promise.race([first.run(), pause(TASK_PATIENCE_MS)]));
    }
    // A clock that runs has run on while timers were waited for.
    this.#show(frozen ? now : now + real.Date.now() - begun);
    this.#isFrozen = frozen;
  }

  /** Does something, and waits for the answers to the calls that come of it. */
  async #calls(act) {
    const open = new Set();
    const begun = ({ request }) => {
      if (!waitsForClock.test(request.path)) open.add(request);
    };
    const ended = ({ request }) => void open.delete(request);
    for (const name of callBegins) subscribe(name, begun);
    for (const name of callEnds) subscribe(name, ended);
    try {
      await act();
      const end = real.Date.now() + CALL_PATIENCE_MS;
      for (;;) {
        await turns();
        if (open.size === 0 || real.Date.now() >= end) break;
        await pause(1);
      }
    } finally {
      for (const name of callBegins) unsubscribe(name, begun);
      for (const name of callEnds) unsubscribe(name, ended);
    }
  }

  /**
   * What the application waits for, the earliest first: its number, when, and the file that planned
   * it.
   */
  pending() {
    // Older versions of Node have no `toSorted`.
    // oxlint-disable-next-line unicorn/no-array-sort
    const inOrder = [...this.#tasks.values()].sort((a, b) => a.at - b.at || a.id - b.id);
    return inOrder.map(({ id, at, planned }) => ({ id, at, planned }));
  }

  /** Takes the place of the timers and dates of a scope. */
  install(scope) {
    this.#take(scope, "setTimeout", (before) => this.#planner(before, false));
    this.#take(scope, "setInterval", (before) => this.#planner(before, true));
    this.#take(scope, "clearTimeout", (before) => this.#canceller(before));
    this.#take(scope, "clearInterval", (before) => this.#canceller(before));
    if (scope.Date !== undefined) this.#take(scope, "Date", (before) => this.#dates(before));
  }

  #take(scope, name, make) {
    const giveBack = takePlace(scope, name, make);
    const restore = this.#restore;
    this.#restore = () => {
      giveBack();
      restore();
    };
  }

  /** Takes the place of those that every file finds: of the global scope, and of Node's modules. */
  installEverywhere(scope) {
    this.install(scope);
    this.install(timers);
    this.#take(timersPromises, "setTimeout", (before) => this.waiter(before));
    syncBuiltinESMExports();
    const restore = this.#restore;
    this.#restore = () => {
      restore();
      syncBuiltinESMExports();
    };
  }

  remove() {
    this.#restore();
    this.#tasks.clear();
  }

  keepAlive(id, isRef) {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    task.isRef = isRef;
    this.#changed();
  }

  keepsAlive(id) {
    return this.#tasks.get(id)?.isRef === true;
  }

  cancel(id) {
    if (this.#tasks.delete(id)) this.#changed();
  }

  /** Plans a task after milliseconds; undefined for a caller whose timers are real. */
  plan(run, ms, repeats) {
    const planned = callerOfApplication(stackFiles(), this.#isOurs, waitsForBots);
    if (planned === undefined) return undefined;
    // Node's own timers have whole milliseconds too, as the service's clock has.
    const delay = Math.max(1, Math.trunc(Number(ms ?? 0) || 0));
    const at = Math.min(this.now() + delay, LATEST_MS);
    const id = this.#nextId;
    this.#nextId += 1;
    const everyMs = repeats ? delay : undefined;
    this.#tasks.set(id, { id, at, everyMs, run, planned, isRef: true });
    this.#changed();
    return new AppTimer(id, this);
  }

  #first() {
    let first;
    for (const task of this.#tasks.values()) {
      if (first === undefined || task.at < first.at) first = task;
    }
    return first;
  }

  #planner(setReal, repeats) {
    const set = (task, ms, ...args) => {
      const isTask = typeof task === "function";
      const timer = isTask ? this.plan(() => task(...args), ms, repeats) : undefined;
      return timer ?? setReal(task, ms, ...args);
    };
    const waitReally = setReal[promisify.custom];
    if (waitReally !== undefined) set[promisify.custom] = this.waiter(waitReally);
    return set;
  }

  /** Gives `await setTimeout(ms)`, as many bots wait. */
  waiter(waitReally) {
    return (ms, value, options) => {
      const { signal, ref = true } = options ?? {};
      if (signal?.aborted) return waitReally(ms, value, options);
      let resolve;
      const waited = new Promise((done) => (resolve = done));
      const timer = this.plan(() => resolve(value), ms, false);
      if (timer === undefined) return waitReally(ms, value, options);
      if (!ref) timer.unref();
      if (signal === undefined) return waited;
      const aborted = new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          timer.close();
          const error = new Error("The operation was aborted", { cause: signal.reason });
          reject(Object.assign(error, { name: "AbortError", code: "ABORT_ERR" }));
        });
      });
      return Promise.race([waited, aborted]);
    };
  }

  #canceller(clearReal) {
    return (timer) => {
      if (timer instanceof AppTimer) this.cancel(timer.id);
      else clearReal(timer);
    };
  }

  /** Dates as the application asks for them; a date of a given moment is the same for all. */
  #dates(RealDate) {
    const now = () =>
      callerOfApplication(stackFiles(), this.#isOurs, countsForBots) === undefined
        ? RealDate.now()
        : this.now();
    return new Proxy(RealDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new RealDate(now()).toString(),
      get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
    });
  }
}

/** What is ready to go on has gone on after these. */
async function turns() {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => {
      real.setImmediate(resolve);
    });
  }
}

function pause(ms) {
  return new Promise((resolve) => {
    real.setTimeout(resolve, ms);
  });
}

/** The files of the calls that led here, the nearest first. */
function stackFiles() {
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName());
    const holder = {};
    Error.captureStackTrace(holder, stackFiles);
    return holder.stack.map((file) =>
      file?.startsWith("file:") ? fileURLToPath(file) : (file ?? undefined),
    );
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** This file, or the one into which it was bundled. */
const [ownFile] = stackFiles();

module.exports = { AppTime, callerOutsideLibraries, real };

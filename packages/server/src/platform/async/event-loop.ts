// Node's own timers and turns of the event loop, for the adapters that have no clock.

/** Runs a task after real milliseconds. @returns what cancels it */
export function setTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** The same, by a timer that keeps no process alive. */
export function unrefTimer(ms: number, task: () => void): void {
  setTimeout(task, ms).unref();
}

/** Resolves in a later turn, so that long work lets others in between its pieces. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Runs a task when this turn of the event loop is over. */
export function atEndOfTurn(task: () => void): void {
  setImmediate(task);
}

// Node's timers and turns of the event loop, for the adapters that have no clock.

/** Runs a task after real milliseconds. @returns a function that cancels it */
export function setTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** Runs a task after real milliseconds without keeping the process alive. */
export function unrefTimer(ms: number, task: () => void): void {
  setTimeout(task, ms).unref();
}

/** Resolves in a later turn, so that other tasks run between the pieces of a long one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Runs a task at the end of this turn of the event loop. */
export function atEndOfTurn(task: () => void): void {
  setImmediate(task);
}

// The platform's own waits, in real time.

/** Runs a task after real milliseconds. @returns what cancels it */
export function later(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** The same, by a timer that keeps no process alive. */
export function unhurried(ms: number, task: () => void): void {
  setTimeout(task, ms).unref();
}

/** Resolves in a later turn, so that long work lets others in between its pieces. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

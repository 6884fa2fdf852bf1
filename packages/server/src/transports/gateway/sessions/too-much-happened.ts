/** Thrown when more events came in during the start of a session than may be held back. */
export class TooMuchHappened extends Error {
  override readonly name = "TooMuchHappened";
}

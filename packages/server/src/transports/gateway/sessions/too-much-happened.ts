/** More happened during a session's start than may wait. */
export class TooMuchHappened extends Error {
  override readonly name = "TooMuchHappened";
}

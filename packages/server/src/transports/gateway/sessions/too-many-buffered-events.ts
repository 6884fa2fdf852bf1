/** Thrown when more events came in during the start of a session than may be held back. */
export class TooManyBufferedEvents extends Error {
  override readonly name = "TooManyBufferedEvents";
}

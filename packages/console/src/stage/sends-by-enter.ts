// Enter sends a multi-line text, as in clients; Shift with Enter starts a new line.
import type { KeyboardEvent } from "react";

/**
 * True if a key sent the text. During IME composition, as in Japanese, Enter belongs to the
 * composition.
 */
export function sendsByEnter(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { key, shiftKey, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
  return true;
}

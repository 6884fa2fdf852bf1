// Text of several lines is sent by Enter, as clients do; Shift with Enter begins another line.
import type { KeyboardEvent } from "react";

/** Whether a key sent the text. What is being composed, as in Japanese, takes Enter for itself. */
export function sendsByEnter(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { key, shiftKey, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
  return true;
}

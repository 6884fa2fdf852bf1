// What screen readers announce: at most one message a second, and only new ones.
import { useEffect, useRef, useState } from "react";
import { isOlder } from "./session/seen-messages.ts";

const SECOND_MS = 1000;

interface Newest {
  /** Undefined if there is no message yet. */
  readonly id: string | undefined;
  readonly text: string;
}

/** True if the newest message is another one than before, or has another text. */
function isNews(before: Newest, { id, text }: Newest): boolean {
  if (id === undefined) return false;
  if (before.id === undefined || isOlder(before.id, id)) return true;
  return id === before.id && text !== before.text;
}

/**
 * The text of the newest message, updated at most once a second. Messages that existed when the
 * channel was read, or that become the newest because another was deleted, are not announced.
 *
 * @param newest undefined until the channel was read
 */
export function useSpoken(newest: Newest | undefined): string {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef<Newest>(undefined);
  const spokenAt = useRef(-Infinity);
  const isRead = newest !== undefined;
  const { id, text = "" } = newest ?? {};
  useEffect(() => {
    if (!isRead) return undefined;
    const known = before.current;
    if (known !== undefined && !isNews(known, { id, text })) return undefined;
    before.current = { id, text };
    if (known === undefined) return undefined;
    const waitMs = Math.max(0, spokenAt.current + SECOND_MS - performance.now());
    const timer = setTimeout(() => {
      spokenAt.current = performance.now();
      setAnnouncement(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isRead, id, text]);
  return announcement;
}

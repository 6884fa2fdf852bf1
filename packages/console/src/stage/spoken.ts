// What is read out: one line a second at most, and not what was there before.
import { useEffect, useRef, useState } from "react";

const SECOND_MS = 1000;

/** The text of the newest message, a second apart at least; nothing of the first. */
export function useSpoken(id: string | undefined, text: string): string {
  const [said, setSaid] = useState("");
  const first = useRef(id);
  const spokenAt = useRef(0);
  useEffect(() => {
    if (first.current === undefined || id === first.current) {
      first.current = id;
      return undefined;
    }
    const waitMs = Math.max(0, spokenAt.current + SECOND_MS - performance.now());
    const timer = setTimeout(() => {
      spokenAt.current = performance.now();
      setSaid(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [id, text]);
  return said;
}

// A list of messages that stays at its end while that is in view: where something new comes, where the
// list becomes less high, and where a picture has come. It keeps the focus of what leaves it.
import { useEffect, useLayoutEffect, useRef, type UIEvent } from "react";

/** Nearer to the end than this, the list follows what is new. */
const FOLLOW_PX = 120;

/**
 * @param rows what is listed
 * @param first the first of it: what comes before it moves nothing that is in view
 */
export function useFollowedEnd(rows: unknown, first: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const before = useRef({ first, height: 0 });
  const hasFocus = useRef(false);
  const follow = (): void => {
    const { current } = list;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  };
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const { scrollHeight: height } = current;
    const isPrepended = before.current.first !== first && before.current.first !== undefined;
    if (isAtEnd.current) follow();
    // Elsewhere than at its very beginning the browser does this by itself.
    else if (isPrepended && current.scrollTop === 0) {
      current.scrollTop = height - before.current.height;
    }
    before.current = { first, height };
    // What had the focus was taken away: its user goes on in the list.
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (isLost) current.focus({ preventScroll: true });
  }, [rows, first]);
  useEffect(() => {
    if (list.current === null) return undefined;
    const observer = new ResizeObserver(follow);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return {
    ref: list,
    onLoadCapture: follow,
    onFocus: (): void => {
      hasFocus.current = true;
    },
    onBlur: (): void => {
      hasFocus.current = false;
    },
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const { scrollTop, scrollHeight, clientHeight } = currentTarget;
      const isNear = scrollHeight - scrollTop - clientHeight < FOLLOW_PX;
      // Only who scrolls back leaves the end: it also moves away where a picture begins to come.
      if (isNear) isAtEnd.current = true;
      else if (scrollTop < lastTop.current) isAtEnd.current = false;
      lastTop.current = scrollTop;
    },
  };
}

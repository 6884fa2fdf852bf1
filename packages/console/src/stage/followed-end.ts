// Keeps a list of messages scrolled to its end while the end is in view: when a message arrives,
// when the list shrinks, and when an image has loaded. If a focused message is removed, the focus
// moves to the list.
import { useEffect, useLayoutEffect, useRef, type UIEvent } from "react";

/** Within this distance of the end, the list follows new messages. */
const FOLLOW_PX = 120;

/**
 * @param rows the messages
 * @param first the id of the first message: prepending earlier ones does not move those in view
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
    // Only at the very top the browser does not do this by itself (scroll anchoring).
    else if (isPrepended && current.scrollTop === 0) {
      current.scrollTop = height - before.current.height;
    }
    before.current = { first, height };
    // The focused element was removed, so the list takes the focus.
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
      // Only scrolling back leaves the end; an image that starts to load moves it too.
      if (isNear) isAtEnd.current = true;
      else if (scrollTop < lastTop.current) isAtEnd.current = false;
      lastTop.current = scrollTop;
    },
  };
}

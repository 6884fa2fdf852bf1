// A list of suggestions below a text field, operated by arrows and Enter while the field keeps the
// focus.
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import styles from "./suggestions.module.css";

export interface Suggestion {
  readonly key: string;
  readonly text: string;
  readonly hint?: string;
}

interface SuggestionsProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Suggestion[];
  readonly marked: number;
  readonly choose: (at: number) => void;
  /** The text if there are no suggestions. */
  readonly empty: string;
}

/** A ref to the list that scrolls the marked item into view. */
export function useInView<E extends Element>(marked: number): RefObject<E | null> {
  const list = useRef<E>(null);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  return list;
}

export function Suggestions({ id, label, items, marked, choose, empty }: SuggestionsProps) {
  const list = useInView<HTMLUListElement>(marked);
  return (
    <ul ref={list} className={styles.picker} role="listbox" id={id} aria-label={label}>
      {items.map(({ key, text, hint }, i) => (
        <li
          key={key}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === marked}
          // Prevents the click from moving the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(i)}
        >
          <strong>
            <bdi>{text}</bdi>
          </strong>{" "}
          <bdi>{hint}</bdi>
        </li>
      ))}
      {items.length === 0 ? (
        <li role="option" aria-selected={false} aria-disabled>
          {empty}
        </li>
      ) : null}
    </ul>
  );
}

interface MarkedOptions {
  readonly count: number;
  readonly choose: (at: number) => void;
  readonly leave: () => void;
}

/** The marked item, and a key handler that returns true if it handled the key. */
export function useMarked({ count, choose, leave }: MarkedOptions): {
  readonly marked: number;
  readonly mark: (at: number) => void;
  readonly takes: (event: KeyboardEvent) => boolean;
} {
  const [at, mark] = useState(0);
  const marked = Math.max(0, Math.min(at, count - 1));
  function act(key: string): boolean {
    if (key === "ArrowDown") mark(Math.min(count - 1, marked + 1));
    else if (key === "ArrowUp") mark(Math.max(0, marked - 1));
    else if (key === "Escape") leave();
    else if ((key === "Enter" || key === "Tab") && count > 0) choose(marked);
    else return key === "Enter";
    return true;
  }
  return {
    marked,
    mark,
    takes(event) {
      // During IME composition, as in Japanese, keys belong to the composition.
      const isTaken = !event.shiftKey && !event.nativeEvent.isComposing && act(event.key);
      if (isTaken) {
        event.preventDefault();
        // The key only closes the list, not the dialog around it.
        event.stopPropagation();
      }
      return isTaken;
    },
  };
}

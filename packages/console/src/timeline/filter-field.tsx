// The filter's text field, with completions, and its conditions as removable chips.
import { useId, useState, type KeyboardEvent } from "react";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import { useJournalNames } from "../live/live.ts";
import { focusPast, keysOf } from "../parts/removable.ts";
import { Suggestions } from "../parts/suggestions.tsx";
import { completionsOf, type KnownNames } from "../search/completion.ts";
import { conditionTexts, typedAfter } from "../search/filter.ts";
import styles from "./filter.module.css";

/** The names in this world; only requested once the user types. */
function useKnownNames(isOn: boolean): KnownNames {
  const query = { limit: LIST_MAX };
  const isOff = !isOn;
  const applications = useAnswer("control.applications.list", { query }, { isOff });
  const users = useAnswer("control.users.list", { query }, { isOff });
  return {
    applications: (applications.data?.items ?? []).flatMap(({ name }) => name ?? []),
    users: (users.data?.items ?? []).flatMap(({ username }) => username ?? []),
    names: useJournalNames(isOn),
  };
}

interface FilterFieldProps {
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** Nothing is marked, so Enter applies the filter as typed. */
const NONE = -1;

/** The text of the field, which follows the applied filter. */
function useTyped(text: string) {
  const [typed, setTyped] = useState(text);
  const [applied, setApplied] = useState(text);
  if (applied !== text) {
    setApplied(text);
    setTyped(typedAfter(typed, applied, text));
  }
  return [typed, setTyped] as const;
}

export function FilterField({ text, setText }: FilterFieldProps) {
  const [typed, setTyped] = useTyped(text);
  const [isOpen, open] = useState(false);
  const [marked, mark] = useState(NONE);
  const id = useId();
  const known = useKnownNames(isOpen);
  const items = isOpen ? completionsOf(typed, known) : [];
  const change = (to: string): void => {
    setTyped(to);
    open(true);
    mark(NONE);
  };
  const choose = (at: number): void => {
    const chosen = items[at];
    if (chosen === undefined) return;
    change(chosen.whole);
    // After a field its values are listed; after a value, the list opens again when the user types.
    open(chosen.whole.endsWith(":"));
  };
  const pressed = (event: KeyboardEvent): void => {
    // During IME composition, as in Japanese, keys belong to the composition.
    if (!event.nativeEvent.isComposing && takes(event)) event.preventDefault();
  };
  /** Handles a key for the list; returns true if the list used it. */
  function takes({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === "ArrowDown" && items.length === 0) open(true);
    else if (key === "ArrowDown") mark(Math.min(items.length - 1, marked + 1));
    else if (items.length === 0) return false;
    else if (key === "ArrowUp") mark(Math.max(NONE, marked - 1));
    else if (key === "Escape") open(false);
    else if (key === "Tab" && !shiftKey) choose(Math.max(0, marked));
    else if (key === "Enter" && marked !== NONE) choose(marked);
    else return false;
    return true;
  }
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        open(false);
        setText(typed.trim());
      }}
    >
      <div className={styles.field}>
        <input
          data-filter
          type="search"
          role="combobox"
          aria-label="Filter"
          aria-expanded={items.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={marked === NONE ? undefined : `${id}-${marked}`}
          autoComplete="off"
          placeholder="kind:request status:>=400 app:Concierge user:alice is:refused"
          value={typed}
          onChange={({ target }) => change(target.value)}
          onKeyDown={pressed}
          onBlur={() => open(false)}
        />
        {items.length === 0 ? null : (
          <div className={styles.offered}>
            <Suggestions
              id={id}
              label="Suggestions"
              items={items.map(({ text: shown, hint }) => ({ key: shown, text: shown, hint }))}
              marked={marked}
              choose={choose}
              empty=""
            />
          </div>
        )}
      </div>
      <button type="submit">Filter</button>
    </form>
  );
}

/** The conditions in force, each removable. */
export function Conditions({ text, setText }: FilterFieldProps) {
  const parts = conditionTexts(text);
  if (parts.length === 0) return null;
  const keys = keysOf(parts);
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {parts.map((part, i) => (
        <li key={keys[i]}>
          {part}
          <button
            type="button"
            aria-label={`Remove ${part}`}
            onClick={({ currentTarget }) => {
              focusPast(currentTarget, document.querySelector<HTMLElement>("[data-filter]"));
              setText(parts.toSpliced(i, 1).join(" "));
            }}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}

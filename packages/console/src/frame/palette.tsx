// The command palette: finds pages, records and actions by text, and opens them.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useAct, useAnswer } from "../api/queries.ts";
import { useGo, useParameter } from "../api/address.ts";
import { pages } from "./pages.ts";
import { chooseTheme, themes } from "./theme.ts";
import { useMayAct } from "../parts/mode.tsx";
import { useInView } from "../parts/suggestions.tsx";
import { addressOf, kinds, singularOf, titleOf, type Kind, type Listed } from "../records/kinds.ts";
import styles from "./palette.module.css";

/** The most records of one kind that are listed. */
const RECORDS_MAX = 5;
/** The debounce of a search, in milliseconds. */
const PAUSE_MS = 120;

interface Choice {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly take: () => void;
}

/** The text, debounced. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function usePageChoices(): readonly Choice[] {
  const go = useGo();
  return pages.map(({ path, title, key }) => ({
    key: path,
    title,
    note: `page, g ${key}`,
    take: () => go(path),
  }));
}

function useActs(): readonly Choice[] {
  const go = useGo();
  const mayAct = useMayAct();
  const clock = useAnswer("control.clock.get", {});
  const move = useAct("control.clock.move");
  const reset = useAct("control.limits.reset");
  const clear = useAct("control.faults.clear");
  const isFrozen = clock.data?.frozen === true;
  const act = (title: string, take: () => void): Choice => ({
    key: title,
    title,
    note: "action",
    take,
  });
  const looking = [
    ...themes.map((theme) => act(`Theme: ${theme}`, () => chooseTheme(theme))),
    act("Open a trace file", () => go("/trace-file")),
    act("Show errors in the timeline", () => go("/timeline", { q: "is:failed" })),
  ];
  if (!mayAct) return looking;
  return [
    act(isFrozen ? "Unfreeze the clock" : "Freeze the clock", () =>
      move.mutate({ body: { frozen: !isFrozen } }),
    ),
    act("Jump to the next due job", () => move.mutate({ body: { advance: "next" } })),
    act("Reset all rate limits", () => reset.mutate({})),
    act("Stop all faults", () => clear.mutate({})),
    ...looking,
  ];
}

/** Records of a kind whose name or id has the text. */
function useRecords(kind: Kind, text: string): readonly Listed[] {
  const query = { q: text, limit: RECORDS_MAX };
  const { data } = useAnswer(kinds[kind].list, { query }, { isOff: text === "" });
  return text === "" ? [] : (data?.items ?? []);
}

function useRecordChoices(text: string): readonly Choice[] {
  const go = useGo();
  const [, inspect] = useParameter("inspect");
  const found: readonly (readonly [Kind, readonly Listed[]])[] = [
    ["users", useRecords("users", text)],
    ["applications", useRecords("applications", text)],
    ["guilds", useRecords("guilds", text)],
    ["channels", useRecords("channels", text)],
    ["roles", useRecords("roles", text)],
    ["commands", useRecords("commands", text)],
    ["lobbies", useRecords("lobbies", text)],
  ];
  return found.flatMap(([kind, items]) =>
    items.map((item) => ({
      key: `${kind} ${String(item["id"])}`,
      title: titleOf(item),
      note: singularOf(kind),
      take: () => {
        const address = addressOf(kind, item);
        if (address !== undefined) inspect(address);
        else if (kind === "commands") go("/commands", { application: String(item["application"]) });
        else go(`/${kind}`, { q: String(item["id"]) });
      },
    })),
  );
}

export function Palette({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = text.trim().toLowerCase();
  const fixed = [...usePageChoices(), ...useActs()];
  const choices = [
    ...fixed.filter(({ title }) => title.toLowerCase().includes(wanted)),
    ...useRecordChoices(useRested(text.trim())),
  ];
  const chosen = Math.min(at, choices.length - 1);
  const shown = useInView<HTMLDivElement>(chosen);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  function take(choice: Choice | undefined): void {
    if (choice === undefined) return;
    // Closing the dialog by its own method restores the focus.
    dialog.current?.close();
    choice.take();
  }
  function press(event: KeyboardEvent): void {
    // During IME composition, as in Japanese, keys belong to the composition.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(1, choices.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      take(choices[chosen]);
    }
  }
  return (
    <dialog ref={dialog} className={styles.palette} aria-label="Command palette" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Pages, actions and records"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={choices[chosen] === undefined ? undefined : `${list}-${chosen}`}
        autoComplete="off"
        placeholder="Pages, actions, users, channels, commands…"
        value={text}
        onKeyDown={press}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
      />
      <div ref={shown} id={list} role="listbox" aria-label="Results" className={styles.list}>
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={styles.choice}
            onClick={() => take(choice)}
          >
            <span>{choice.title}</span> <span className={styles.note}>{choice.note}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 ? <p role="status">No matches.</p> : null}
    </dialog>
  );
}

// The list of keyboard shortcuts, and the switch for single-key ones.
import { useEffect, useRef, useState } from "react";
import { areKeysOn, switchKeys } from "../parts/keys.ts";
import { pages } from "./pages.ts";
import { chooseRowHeight, chosenRowHeight, rowHeights } from "../parts/row-height.ts";
import { chooseTheme, chosenTheme, themes } from "./theme.ts";
import styles from "./shortcut-list.module.css";

interface Group {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

const groups: readonly Group[] = [
  {
    title: "Everywhere",
    keys: [
      ["Ctrl or ⌘ K", "pages, acts and records by their names"],
      ["?", "this list"],
      [",", "freeze the clock, or let it run"],
      [".", "go to what is due next"],
      ["/", "the filter, or the search of a list"],
      ["Esc", "close what is open"],
    ],
  },
  { title: "Pages", keys: pages.map(({ key, title }) => [`g ${key}`, title]) },
  {
    title: "Timeline and traces",
    keys: [
      ["j, k", "the next row, the one before"],
      ["Enter", "open the row"],
      ["c", "copy the trace as curl"],
      ["t", "save it as a test"],
      ["r", "replay it in a fork"],
    ],
  },
  {
    title: "Stage",
    keys: [
      ["Alt+1 to Alt+4", "the line of a pane"],
      ["Alt+N", "another user"],
      ["/", "commands; Shift+Tab: those that are hidden"],
      ["@, #, :", "people and roles, channels, emojis"],
      ["Shift+Enter", "another line of a message"],
      ["↑ in the empty line", "what was written last"],
      ["↑, ↓ on messages", "the message before, the next"],
      ["Shift+F10", "what to do with a message or a user"],
    ],
  },
];

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <label className={styles.theme}>
      Colours{" "}
      <select
        value={theme}
        onChange={({ target }) => {
          const wanted = themes.find((each) => each === target.value) ?? "as the system";
          chooseTheme(wanted);
          setTheme(wanted);
        }}
      >
        {themes.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

function RowHeightChoice() {
  const [height, setHeight] = useState(chosenRowHeight);
  return (
    <label className={styles.theme}>
      Rows{" "}
      <select
        value={height}
        onChange={({ target }) => {
          const wanted = target.value === "cosy" ? "cosy" : "compact";
          chooseRowHeight(wanted);
          setHeight(wanted);
        }}
      >
        {Object.keys(rowHeights).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

export function ShortcutList({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(areKeysOn);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.list} aria-label="Keys" onClose={close}>
      <div className={styles.head}>
        <h2>Keys</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
        />{" "}
        Single keys do something
      </label>
      <ThemeChoice />
      <RowHeightChoice />
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, text]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

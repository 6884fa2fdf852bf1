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
      ["Ctrl or ⌘ K", "find a page, action or record"],
      ["?", "show keyboard shortcuts"],
      [",", "freeze or unfreeze the clock"],
      [".", "jump to the next due job"],
      ["/", "focus the filter or search"],
      ["Esc", "close the dialog, menu or panel"],
    ],
  },
  { title: "Pages", keys: pages.map(({ key, title }) => [`g ${key}`, title]) },
  {
    title: "Timeline and traces",
    keys: [
      ["j, k", "select the next or previous row"],
      ["Enter", "open the selected row"],
      ["c", "copy the trace as curl"],
      ["t", "save the trace as a test"],
      ["r", "replay the trace in a fork"],
    ],
  },
  {
    title: "Stage",
    keys: [
      ["Alt+1 to Alt+4", "focus the message field of a pane"],
      ["Alt+N", "add a user"],
      ["/", "list commands (Shift+Tab: hidden ones)"],
      ["@, #, :", "insert a mention, channel or emoji"],
      ["Shift+Enter", "insert a line break"],
      ["↑ in an empty field", "recall the last message"],
      ["↑, ↓ on a message", "focus the previous or next message"],
      ["Shift+F10", "open the menu of a message or user"],
    ],
  },
];

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <label className={styles.theme}>
      Theme{" "}
      <select
        value={theme}
        onChange={({ target }) => {
          const wanted = themes.find((each) => each === target.value) ?? "system";
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
      Row height{" "}
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
    <dialog ref={dialog} className={styles.list} aria-label="Keyboard shortcuts" onClose={close}>
      <div className={styles.head}>
        <h2>Keyboard shortcuts</h2>
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
        Enable single-key shortcuts
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

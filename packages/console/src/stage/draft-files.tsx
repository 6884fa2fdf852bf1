// The files of the next message: chosen, pasted, or dropped on the pane.
import { useMemo, useState, type ClipboardEvent, type DragEvent } from "react";
import { fieldOfPane, focusPast, keysOf } from "../parts/removable.ts";
import styles from "./stage.module.css";

/** The most files of one message. */
const FILES_MAX = 10;

const none: readonly File[] = [];

export interface DraftFiles {
  readonly files: readonly File[];
  readonly add: (files: Iterable<File> | null) => void;
  readonly remove: (at: number) => void;
  readonly clear: () => void;
  /** Event handlers for the element that accepts dropped and pasted files. */
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
}

/** Each place keeps its own files, which are there again when the user returns. */
export function useDraftFiles(channel: string): DraftFiles {
  const [all, setAll] = useState<ReadonlyMap<string, readonly File[]>>(new Map());
  const files = all.get(channel) ?? none;
  return useMemo(() => {
    const setFiles = (change: (before: readonly File[]) => readonly File[]): void =>
      setAll((before) => new Map(before).set(channel, change(before.get(channel) ?? none)));
    const add = (given: Iterable<File> | null): void => {
      // Copied, because the browser empties the list when its field is cleared.
      const added = [...(given ?? [])];
      setFiles((before) => [...before, ...added].slice(0, FILES_MAX));
    };
    return {
      files,
      add,
      remove: (at) => setFiles((before) => before.toSpliced(at, 1)),
      clear: () => setFiles(() => none),
      handlers: {
        onDragOver(event) {
          if (event.dataTransfer.types.includes("Files")) event.preventDefault();
        },
        onDrop(event) {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          add(event.dataTransfer.files);
        },
        onPaste(event) {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          add(event.clipboardData.files);
        },
      },
    };
  }, [files, channel]);
}

export function Attachments({ files: { files, remove } }: { readonly files: DraftFiles }) {
  if (files.length === 0) return null;
  const keys = keysOf(files.map(({ name }) => name));
  return (
    <ul className={styles.entities} aria-label="Attached files">
      {files.map((file, i) => (
        <li key={keys[i]} className={styles.chip}>
          {file.name}
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={({ currentTarget }) => {
              focusPast(currentTarget, fieldOfPane(currentTarget));
              remove(i);
            }}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}

// `?` opens the list of keys, which is loaded when it is first asked for.
import { lazy, Suspense, useCallback, useState } from "react";
import styles from "./frame.module.css";
import { useKeys } from "../parts/keys.ts";

const ShortcutList = lazy(async () => ({
  default: (await import("./shortcut-list.tsx")).ShortcutList,
}));

export function ShortcutKey() {
  const [isOpen, setOpen] = useState(false);
  useKeys(useCallback((keys: string) => keys === "?" && setOpen(true), []));
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        title="Every key, and the colours (?)"
        aria-label="Keys"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShortcutList close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

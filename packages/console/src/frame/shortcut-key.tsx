// `?` opens the list of keyboard shortcuts, whose code is loaded when it is first opened.
import { lazy, useCallback, useState } from "react";
import { DialogKey } from "./dialog-key.tsx";
import { useKeys } from "../parts/keys.ts";

const ShortcutList = lazy(async () => ({
  default: (await import("./shortcut-list.tsx")).ShortcutList,
}));

export function ShortcutKey() {
  const [isOpen, setOpen] = useState(false);
  useKeys(useCallback((keys: string) => keys === "?" && setOpen(true), []));
  return (
    <DialogKey
      isOpen={isOpen}
      setOpen={setOpen}
      dialog={ShortcutList}
      title="Keyboard shortcuts, theme and row height (?)"
      label="Keyboard shortcuts"
    >
      ?
    </DialogKey>
  );
}

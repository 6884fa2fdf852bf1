// Ctrl or ⌘ with K opens the palette, whose code is loaded when it is first opened.
import { lazy, useEffect, useState } from "react";
import { DialogKey } from "./dialog-key.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

export function PaletteKey() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <DialogKey
      isOpen={isOpen}
      setOpen={setOpen}
      dialog={Palette}
      title="Go to a page, action or record (Ctrl+K or ⌘K)"
    >
      Go to…
    </DialogKey>
  );
}

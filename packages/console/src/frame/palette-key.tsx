// Ctrl or ⌘ with K opens the palette, which is loaded when it is first asked for.
import { lazy, Suspense, useEffect, useState } from "react";
import styles from "./frame.module.css";

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
    <>
      <button
        type="button"
        className={styles.chip}
        title="Ctrl or ⌘ with K"
        onClick={() => setOpen(true)}
      >
        Go to…
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

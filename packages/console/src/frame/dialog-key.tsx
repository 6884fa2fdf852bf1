// A button of the frame that opens a dialog, which is loaded when it is first asked for.
import { Suspense, type ComponentType, type ReactNode } from "react";
import styles from "./frame.module.css";

interface DialogKeyProps {
  /** What a key opens too: the button shares its state. */
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly dialog: ComponentType<{ readonly close: () => void }>;
  readonly title: string;
  /** For who cannot see it; absent: what stands in it. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function DialogKey(props: DialogKeyProps) {
  const { isOpen, setOpen, dialog: Dialog, title, label, children } = props;
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        title={title}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Dialog close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

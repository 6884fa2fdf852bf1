// A button of the frame that opens a dialog. The dialog's code is loaded when it is first opened.
import { Suspense, type ComponentType, type ReactNode } from "react";
import styles from "./frame.module.css";

interface DialogKeyProps {
  /** The open state, which a keyboard shortcut shares with the button. */
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly dialog: ComponentType<{ readonly close: () => void }>;
  readonly title: string;
  /** The label for screen readers; absent: the content of the button. */
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

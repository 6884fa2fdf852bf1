// A context menu, opened by a right click, by the keyboard, or by a button.
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import styles from "./menu.module.css";

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  /** True to draw a line above it. */
  readonly isFirstOfGroup?: boolean;
}

interface At {
  readonly x: number;
  readonly y: number;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly at: At;
  readonly close: () => void;
}

function Menu({ label, items, at, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.showPopover();
    menu.current?.querySelector("button")?.focus();
    return () => {
      // The chosen action may have opened something that took the focus.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={label}
      className={styles.menu}
      style={{
        left: `min(${at.x}px, 100vw - 272px)`,
        top: `max(8px, min(${at.y}px, 100vh - 448px))`,
      }}
      onToggle={({ newState }) => {
        if (newState === "closed") close();
      }}
      onKeyDown={(event) => moved(event, menu.current)}
    >
      {items.map(({ label: text, run, isFirstOfGroup }, i) => (
        <button
          key={`${i} ${text}`}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={isFirstOfGroup === true ? styles.parted : undefined}
          onClick={() => {
            close();
            run();
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Arrow keys move through the items, a letter to the next item that starts with it. */
function moved(event: KeyboardEvent, menu: HTMLDivElement | null): void {
  const items = [...(menu?.querySelectorAll("button") ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextOf(event.key, at, items);
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items.at(next)?.focus();
}

function nextOf(key: string, at: number, items: readonly HTMLButtonElement[]): number | undefined {
  if (key === "ArrowDown") return (at + 1) % items.length;
  if (key === "ArrowUp") return (at - 1 + items.length) % items.length;
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const order = items.map((_, i) => (at + 1 + i) % items.length);
  return order.find((i) => items[i]?.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

interface MenuOptions {
  readonly label: string;
  /** The items, computed when the menu opens. */
  readonly items: () => readonly MenuItem[];
}

/** A menu for an element: its event handlers, and the menu while it is open. */
export function useMenu({ label, items }: MenuOptions): {
  readonly handlers: {
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  readonly openAt: (element: Element) => void;
  readonly menu: ReactNode;
} {
  const [at, setAt] = useState<At>();
  const close = useCallback(() => setAt(undefined), []);
  const openAt = useCallback((element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    setAt({ x: left, y: bottom });
  }, []);
  return {
    handlers: {
      onContextMenu(event) {
        // Links and text fields have the browser's own menu.
        if ((event.target as Element).closest("a, input, textarea") !== null) return;
        event.preventDefault();
        event.stopPropagation();
        setAt({ x: event.clientX, y: event.clientY });
      },
      onKeyDown(event) {
        const isAsked = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
        if (!isAsked) return;
        event.preventDefault();
        event.stopPropagation();
        openAt(event.currentTarget);
      },
    },
    openAt,
    menu: at === undefined ? null : <Menu label={label} items={items()} at={at} close={close} />,
  };
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  items,
  isPlain = true,
  children,
}: MenuOptions & {
  /** Without a border, for use beside texts; otherwise it looks like the other buttons of a row. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}) {
  const { openAt, menu } = useMenu({ label, items });
  return (
    <>
      <button
        type="button"
        className={isPlain ? styles.button : undefined}
        aria-haspopup="menu"
        aria-label={label}
        onClick={({ currentTarget }) => openAt(currentTarget)}
      >
        {children}
      </button>
      {menu}
    </>
  );
}

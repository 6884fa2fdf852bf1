// Keeps the focus when items are removed from a list.

/** Before an item is removed, moves the focus to the next item, else to a field. */
export function focusPast(button: Element, field: HTMLElement | null | undefined): void {
  const next = button.closest("li")?.nextElementSibling;
  (next?.querySelector<HTMLElement>("button:not(:disabled)") ?? field)?.focus();
}

/** The text field of a pane. */
export function fieldOfPane(within: Element): HTMLElement | null | undefined {
  return within.closest("[data-pane]")?.querySelector<HTMLElement>("[data-write]");
}

/** Moves the focus from a closing pane to the text field of the one beside it. */
export function focusOtherPane(within: Element): void {
  const pane = within.closest("[data-pane]");
  const other = pane?.nextElementSibling ?? pane?.previousElementSibling;
  other?.querySelector<HTMLElement>("[data-write]")?.focus();
}

/**
 * React keys for texts that may repeat. They count from the end, so that later items keep their
 * keys when one is removed.
 */
export function keysOf(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const keys = texts.toReversed().map((text) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${count} ${text}`;
  });
  return keys.toReversed();
}

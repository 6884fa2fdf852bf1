// Taking items out of a list without losing the focus.

/** Takes the focus to the next item of a list before this one leaves it; else to a field. */
export function focusPast(button: Element, field: HTMLElement | null | undefined): void {
  const next = button.closest("li")?.nextElementSibling;
  (next?.querySelector<HTMLElement>("button:not(:disabled)") ?? field)?.focus();
}

/** The field in which the user of a pane writes. */
export function fieldOfPane(within: Element): HTMLElement | null | undefined {
  return within.closest("[data-pane]")?.querySelector<HTMLElement>("[data-write]");
}

/** Takes the focus to the line beside a pane that is closed. */
export function focusOtherPane(within: Element): void {
  const pane = within.closest("[data-pane]");
  const other = pane?.nextElementSibling ?? pane?.previousElementSibling;
  other?.querySelector<HTMLElement>("[data-write]")?.focus();
}

/**
 * Keys of items by their texts, which may be there twice. They are counted from the end, so that
 * those after an item keep their keys when it leaves.
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

// The row height of lists, which this browser stores.
import { useSyncExternalStore } from "react";

const ROWS = "antechamber-rows";
/** Heights in pixels, by name. */
export const rowHeights = { compact: 28, cosy: 36 } as const;
export type RowHeight = keyof typeof rowHeights;

/** Dispatched when another height is chosen on this page. */
const CHANGED = "antechamber-row-height";

export function chosenRowHeight(): RowHeight {
  return localStorage.getItem(ROWS) === "cosy" ? "cosy" : "compact";
}

/** Applies the stored height; called before the first render. */
export function showRowHeight(): void {
  document.documentElement.dataset["rows"] = chosenRowHeight();
}

export function chooseRowHeight(height: RowHeight): void {
  if (height === "compact") localStorage.removeItem(ROWS);
  else localStorage.setItem(ROWS, height);
  showRowHeight();
  dispatchEvent(new Event(CHANGED));
}

function listen(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}

export function useRowPixels(): number {
  return rowHeights[useSyncExternalStore(listen, chosenRowHeight)];
}

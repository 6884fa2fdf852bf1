// Single keys: off in fields, and off altogether for those who want none. Source: WCAG 2.2, 2.1.4.
import { useEffect } from "react";

const OFF = "antechamber-single-keys";

/** What Enter presses. */
const PRESSED = "a[href], button, summary";

/** Whether single keys do anything in this browser. */
export function areKeysOn(): boolean {
  return localStorage.getItem(OFF) !== "off";
}

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "off");
}

function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Something stands over the page, and has the keys for itself. */
export function isCovered(): boolean {
  return document.querySelector("dialog[open], :popover-open") !== null;
}

/** Enter presses what has the focus. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof Element && target.closest(PRESSED) !== null;
}

/** Calls a function for each key that is pressed for the page itself; `g t` for two in turn. */
export function useKeys(pressed: (keys: string, event: KeyboardEvent) => void): void {
  useEffect(() => {
    let before = "";
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target)) return;
      if (isPressing(event) || isCovered() || !areKeysOn()) return;
      pressed(before === "g" ? `g ${event.key}` : event.key, event);
      before = before === "g" ? "" : event.key;
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [pressed]);
}

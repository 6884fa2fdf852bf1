// Single-key shortcuts: ignored in text fields, and switchable off. Source: WCAG 2.2, 2.1.4.
import { useEffect } from "react";

const OFF = "antechamber-single-keys";

/** Elements that Enter activates. */
const PRESSED = "a[href], button, summary";

/** True if single-key shortcuts are enabled in this browser. */
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

/** True if a dialog or a menu covers the page, and receives the keys. */
export function isCovered(): boolean {
  return document.querySelector("dialog[open], :popover-open") !== null;
}

/** True if the key is Enter and activates the focused element. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof Element && target.closest(PRESSED) !== null;
}

/** Calls a function for each key pressed on the page itself; `g t` means two keys in sequence. */
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

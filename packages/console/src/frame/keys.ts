// Single keys: off in fields, and off altogether for those who want none. Source: WCAG 2.2, 2.1.4.
import { useEffect } from "react";

const OFF = "antechamber-single-keys";

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

/** Calls a function for each key that is pressed outside of fields; `g t` for two in turn. */
export function useKeys(pressed: (keys: string, event: KeyboardEvent) => void): void {
  useEffect(() => {
    let before = "";
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target)) return;
      if (!areKeysOn()) return;
      pressed(before === "g" ? `g ${event.key}` : event.key, event);
      before = before === "g" ? "" : event.key;
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [pressed]);
}

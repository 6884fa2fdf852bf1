// The text of the line in which a user writes: each place has its own, which is there again when
// the user returns.
import { useEffect, useSyncExternalStore } from "react";
import { useWorld } from "../api/address.ts";
import { useUnsentStore } from "./keeping-unsent.tsx";
import type { WritingAs } from "./outbox.tsx";

/** @param begun the initial text, from a link to this page */
export function useLine(
  { user, place }: WritingAs,
  begun = "",
): readonly [string, (text: string) => void] {
  const world = useWorld();
  const store = useUnsentStore();
  const at = { writer: { world, user }, place };
  const text = useSyncExternalStore(store.listen, () => store.lineAt(at));
  const setText = (next: string): void => store.write(at, next);
  useEffect(() => {
    if (begun !== "") setText(begun);
    // Set only once, even if the user leaves and returns.
  }, [begun]);
  return [text, setText];
}

// What stands in the line in which a user writes: each place has its own, which is there again when its
// user comes back to it.
import { useEffect, useSyncExternalStore } from "react";
import { useWorld } from "../api/address.ts";
import { useUnsentStore } from "./keeping-unsent.tsx";
import type { WritingAs } from "./outbox.tsx";

/** @param begun what it begins with, of a link that led here */
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
    // It is begun once, wherever its user goes from there.
  }, [begun]);
  return [text, setText];
}

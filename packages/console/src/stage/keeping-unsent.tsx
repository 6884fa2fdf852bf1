// Keeps unsent messages across pages.
import { createContext, useContext, useState, type ReactNode } from "react";
import { UnsentStore } from "./unsent.ts";

const StoreContext = createContext<UnsentStore | undefined>(undefined);

/** Keeps them until the console is closed or the user signs out. */
export function KeepingUnsent({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => new UnsentStore());
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useUnsentStore(): UnsentStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error("nothing keeps what is not sent");
  return store;
}

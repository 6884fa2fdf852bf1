// Keeps across pages whether media of other hosts are shown. The URL does not hold it, so that no
// link can make the console send requests to another host.
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

interface RemoteMedia {
  readonly isShown: boolean;
  readonly show: () => void;
}

const RemoteMediaContext = createContext<RemoteMedia | undefined>(undefined);

/** Hides such media until the user asks for them, and then shows all until the console is closed. */
export function ShowingRemote({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const value = useMemo(() => ({ isShown, show: () => setShown(true) }), [isShown]);
  return <RemoteMediaContext value={value}>{children}</RemoteMediaContext>;
}

export function useRemoteMedia(): RemoteMedia {
  const value = useContext(RemoteMediaContext);
  if (value === undefined) throw new Error("nothing knows whether media of others are shown");
  return value;
}

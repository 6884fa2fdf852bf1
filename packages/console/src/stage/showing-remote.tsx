// Whether media of other hosts are shown is kept around all pages: it stands in no address, so that no
// link makes the console ask another host for anything.
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

interface RemoteMedia {
  readonly isShown: boolean;
  readonly show: () => void;
}

const RemoteMediaContext = createContext<RemoteMedia | undefined>(undefined);

/** Shows none until somebody asks for them, and then all until the console is closed. */
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

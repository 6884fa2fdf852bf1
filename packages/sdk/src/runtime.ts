// What differs between Node and browsers. The import `#runtime` resolves to one or the other.

/** Waits for one redirect on this machine. */
export interface RedirectListener {
  /** The address to redirect the person to: `http://127.0.0.1:50123/callback`. */
  readonly redirectUri: string;
  /** Resolves to the address that the person was redirected to. */
  readonly redirected: Promise<URL>;
  close(): void;
}

/** What a sign-in needs from Node or the browser. */
export interface Runtime {
  /** Opens an address for the person. Rejects if that is impossible. */
  openUrl(url: string): Promise<void>;
  /** Absent in a runtime that cannot listen. */
  readonly listenForRedirect?: (path: string) => Promise<RedirectListener>;
}

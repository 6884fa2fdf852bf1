// What differs between Node and browsers. `#runtime` is one or the other.

/** Waits for one redirect on this machine. */
export interface RedirectListener {
  /** Where the person is to be sent back to: `http://127.0.0.1:50123/callback`. */
  readonly redirectUri: string;
  /** The address to which the person came back. */
  readonly redirected: Promise<URL>;
  close(): void;
}

/** What Node or a browser can do for a sign-in. */
export interface Runtime {
  /** Shows an address to the person. Rejects where there is nothing to show it with. */
  openUrl(url: string): Promise<void>;
  /** Absent where a program cannot listen. */
  readonly listenForRedirect?: (path: string) => Promise<RedirectListener>;
}

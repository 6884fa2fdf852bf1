// The information that the inner half of an isolated run gets from the outer half: a file, since it
// inherits nothing else.

/** The inner half's part of a run. */
export interface IsolationPlan {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user and group that the program runs as. */
  readonly uid: number;
  readonly gid: number;
  /** Inner addresses that lead to the front outside. */
  readonly frontAddresses: readonly { readonly host: string; readonly port: number }[];
  /** The path of the front's Unix socket. */
  readonly frontPath: string;
  /**
   * The UDP port that voice clients send to, and the Unix socket that carries the data through the
   * wall.
   */
  readonly sound: { readonly port: number; readonly path: string };
  /** The folder of Unix sockets, one for each port that is reached through the wall. */
  readonly relays: string;
  /** Outer ports, such as a database's, that the program can connect to as if not isolated. */
  readonly outerPorts: readonly number[];
  /** Whether a user is at the terminal, whose key presses reach the program directly. */
  readonly hasTerminal: boolean;
}

/** The socket that leads to a port outside. */
export const outwardSocket = (relays: string, port: number): string => `${relays}/out-${port}`;

/** The socket that leads to a port inside. */
export const inwardSocket = (relays: string, port: number): string => `${relays}/in-${port}`;

/** The port of a socket that leads inside; undefined for any other file. */
export function inwardPortOf(file: string): number | undefined {
  const [, port] = /^in-([0-9]{1,5})$/.exec(file) ?? [];
  return port === undefined ? undefined : Number(port);
}

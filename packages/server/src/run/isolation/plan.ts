// What the half of a run that is isolated knows of the other: a file, since it inherits nothing else.

/** The isolated half's part of a run. */
export interface IsolationPlan {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whom the program runs as. */
  readonly uid: number;
  readonly gid: number;
  /** Where it is reached, inside, what the front answers outside. */
  readonly frontDoors: readonly { readonly host: string; readonly port: number }[];
  /** The front's path on the disk. */
  readonly frontPath: string;
  /** Where clients of voice send sound, and the path over which it goes through the wall. */
  readonly sound: { readonly port: number; readonly path: string };
  /** A folder of sockets, one for each port of this machine that is reached through the wall. */
  readonly doors: string;
  /** Ports outside, such as a database's, that the program reaches as it does without isolation. */
  readonly outerPorts: readonly number[];
  /** Someone sits at the terminal, whose keys reach the program by themselves. */
  readonly hasTerminal: boolean;
}

/** The socket that leads to a port outside. */
export const outwardDoor = (doors: string, port: number): string => `${doors}/out-${port}`;

/** The socket that leads to a port inside. */
export const inwardDoor = (doors: string, port: number): string => `${doors}/in-${port}`;

/** The port of a socket that leads inside; undefined for any other file. */
export function inwardPortOf(file: string): number | undefined {
  const [, port] = /^in-([0-9]{1,5})$/.exec(file) ?? [];
  return port === undefined ? undefined : Number(port);
}

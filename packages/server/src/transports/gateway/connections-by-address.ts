// Counts the connections of each address, and those of them that have not shown a valid token yet.
// Unidentified connections have a limit of their own, and displace only one another.

export interface AddressLimits {
  readonly connectionsPerAddress: number;
  /** Connections of an address that have not shown a valid token. */
  readonly unidentifiedConnections: number;
}

/** A connection that counts against its address. */
export interface Counted {
  /** Ends the connection without a close frame. */
  terminate(): void;
}

interface OfAddress {
  count: number;
  /** Oldest first. */
  readonly unidentified: Set<Counted>;
}

export class ConnectionsByAddress {
  readonly #limits: AddressLimits;
  readonly #byAddress = new Map<string, OfAddress>();

  constructor(limits: AddressLimits) {
    this.#limits = limits;
  }

  isFull(address: string): boolean {
    const { count } = this.#byAddress.get(address) ?? { count: 0 };
    return count >= this.#limits.connectionsPerAddress;
  }

  /**
   * Counts a connection that has not identified itself. Where there are too many of them, the one
   * that has been silent the longest is closed: a client with a token identifies at once.
   */
  add(address: string, connection: Counted): void {
    const of = this.#byAddress.get(address) ?? { count: 0, unidentified: new Set() };
    this.#byAddress.set(address, of);
    of.count += 1;
    of.unidentified.add(connection);
    const [oldest] = of.unidentified;
    if (of.unidentified.size > this.#limits.unidentifiedConnections && oldest !== undefined) {
      of.unidentified.delete(oldest);
      oldest.terminate();
    }
  }

  /** Stops counting a connection that has ended. */
  remove(address: string, connection: Counted): void {
    const of = this.#byAddress.get(address);
    if (of === undefined) return;
    of.count -= 1;
    of.unidentified.delete(connection);
    if (of.count === 0) this.#byAddress.delete(address);
  }

  /** Marks a connection as identified: its client has shown a valid token. */
  identified(address: string, connection: Counted): void {
    this.#byAddress.get(address)?.unidentified.delete(connection);
  }
}

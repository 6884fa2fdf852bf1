// Limits the bytes of bodies that are being processed, per address and in all.
import { limits } from "@antechamber/contract";

/** The bytes of one request. */
export interface BodyAccount {
  /** @returns false when the budget is exhausted: the request is refused */
  add(bytes: number): boolean;
  /** Releases all its bytes. */
  close(): void;
}

/** The sender of a request. */
export interface Holder {
  readonly address: string;
  /**
   * Senders who are not authenticated share a budget of their own, so that they cannot shut out
   * others.
   */
  readonly isUnauthenticated: boolean;
}

/** Counts the bytes of bodies that requests hold. */
export class BodyBudget {
  #known = 0;
  #strangers = 0;
  readonly #byAddress = new Map<string, number>();

  /** Bytes held in all. */
  get bytes(): number {
    return this.#known + this.#strangers;
  }

  open({ address, isUnauthenticated }: Holder): BodyAccount {
    let reserved = 0;
    return {
      add: (bytes) => {
        if (!this.#hasRoom(address, { bytes, isUnauthenticated })) return false;
        this.#change(address, { bytes, isUnauthenticated });
        reserved += bytes;
        return true;
      },
      close: () => {
        if (reserved > 0) this.#change(address, { bytes: -reserved, isUnauthenticated });
        reserved = 0;
      },
    };
  }

  #hasRoom(address: string, { bytes, isUnauthenticated }: Change): boolean {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > limits.bodiesPerAddress.value) return false;
    return isUnauthenticated
      ? this.#strangers + bytes <= limits.strangersBodiesInAll.value
      : this.#known + bytes <= limits.bodiesInAll.value;
  }

  #change(address: string, { bytes, isUnauthenticated }: Change): void {
    if (isUnauthenticated) this.#strangers += bytes;
    else this.#known += bytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
  }
}

interface Change {
  readonly bytes: number;
  readonly isUnauthenticated: boolean;
}

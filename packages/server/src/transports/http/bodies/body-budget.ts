// How many bytes of bodies may be under way, per address and in all.
import { limits } from "@antechamber/contract";

/** What one request holds. */
export interface BodyAccount {
  /** @returns false when there is no room: the request is refused */
  add(bytes: number): boolean;
  /** Gives all of it back. */
  close(): void;
}

/** Whose request it is. */
export interface Holder {
  readonly address: string;
  /** Nobody knows who sends it: strangers share room of their own, so that they shut nobody out. */
  readonly isStranger: boolean;
}

/** Counts what requests hold. */
export class BodyBudget {
  #known = 0;
  #strangers = 0;
  readonly #byAddress = new Map<string, number>();

  /** Bytes under way in all. */
  get bytes(): number {
    return this.#known + this.#strangers;
  }

  open({ address, isStranger }: Holder): BodyAccount {
    let held = 0;
    return {
      add: (bytes) => {
        if (!this.#hasRoom(address, { bytes, isStranger })) return false;
        this.#change(address, { bytes, isStranger });
        held += bytes;
        return true;
      },
      close: () => {
        if (held > 0) this.#change(address, { bytes: -held, isStranger });
        held = 0;
      },
    };
  }

  #hasRoom(address: string, { bytes, isStranger }: Change): boolean {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > limits.bodiesPerAddress.value) return false;
    return isStranger
      ? this.#strangers + bytes <= limits.strangersBodiesInAll.value
      : this.#known + bytes <= limits.bodiesInAll.value;
  }

  #change(address: string, { bytes, isStranger }: Change): void {
    if (isStranger) this.#strangers += bytes;
    else this.#known += bytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
  }
}

interface Change {
  readonly bytes: number;
  readonly isStranger: boolean;
}

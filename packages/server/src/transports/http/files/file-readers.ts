// Counts the current readers of files and pictures, by address and in all.
import { limits } from "@antechamber/contract";
import { whenGone, type ReplyConnection } from "../replies/when-gone.ts";

export class FileReaders {
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  /**
   * Counts a reader until its connection is closed.
   *
   * @returns false when there are too many
   */
  enter(address: string, way: ReplyConnection): boolean {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#all >= limits.fileReaders.value || own >= limits.fileReadersPerAddress.value) {
      return false;
    }
    this.#all += 1;
    this.#byAddress.set(address, own + 1);
    whenGone(way, () => this.#leave(address));
    return true;
  }

  #leave(address: string): void {
    this.#all -= 1;
    const remaining = (this.#byAddress.get(address) ?? 1) - 1;
    if (remaining === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, remaining);
  }
}

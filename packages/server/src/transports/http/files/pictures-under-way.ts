// Bytes of pictures that are being sent. Readers of the same one share them, so that those who take
// their time hold a picture once, and not once for each.
import { limits } from "@antechamber/contract";
import type { ImageRecord } from "../../../domains/users/image.ts";
import { FILE_CHUNK_BYTES } from "../../../domains/messages/files/attachment.ts";
import { whenGone, type Way } from "../replies/when-gone.ts";

interface Shared {
  readonly bytes: Buffer;
  readers: number;
}

/** Bytes that count: small pictures have room beside the rest. */
function counted({ length }: Buffer): number {
  return length > FILE_CHUNK_BYTES ? length : 0;
}

export class PicturesUnderWay {
  readonly #shared = new Map<string, Shared>();
  #bytes = 0;

  /**
   * The bytes of a picture, for a reader until its way is closed.
   *
   * @returns undefined when too much is under way of other pictures
   */
  take({ hash, base64 }: Pick<ImageRecord, "hash" | "base64">, way: Way): Buffer | undefined {
    const shared = this.#shared.get(hash) ?? this.#begin(hash, base64);
    if (shared === undefined) return undefined;
    shared.readers += 1;
    whenGone(way, () => this.#leave(hash, shared));
    return shared.bytes;
  }

  #begin(hash: string, base64: string): Shared | undefined {
    const bytes = Buffer.from(base64, "base64");
    if (this.#bytes + counted(bytes) > limits.picturesUnderWay.value) return undefined;
    const shared = { bytes, readers: 0 };
    this.#bytes += counted(bytes);
    this.#shared.set(hash, shared);
    return shared;
  }

  #leave(hash: string, shared: Shared): void {
    shared.readers -= 1;
    if (shared.readers > 0) return;
    this.#shared.delete(hash);
    this.#bytes -= counted(shared.bytes);
  }
}

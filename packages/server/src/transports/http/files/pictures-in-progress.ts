// The bytes of pictures that are being sent. Readers of the same picture share them, so that many
// slow readers hold it in memory only once.
import { limits } from "@antechamber/contract";
import type { ImageRecord } from "../../../domains/users/image.ts";
import { FILE_CHUNK_BYTES } from "../../../domains/messages/files/attachment.ts";
import { whenGone, type ReplyConnection } from "../replies/when-gone.ts";

interface Shared {
  readonly bytes: Buffer;
  readers: number;
}

/** The bytes that count against the limit; small pictures do not. */
function counted({ length }: Buffer): number {
  return length > FILE_CHUNK_BYTES ? length : 0;
}

export class PicturesInProgress {
  readonly #shared = new Map<string, Shared>();
  #bytes = 0;

  /**
   * The bytes of a picture, shared by its readers until their connections are closed.
   *
   * @returns undefined when too many bytes of other pictures are being sent
   */
  take(
    { hash, base64 }: Pick<ImageRecord, "hash" | "base64">,
    way: ReplyConnection,
  ): Buffer | undefined {
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

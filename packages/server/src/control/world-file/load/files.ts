// The bytes in a world file: files of messages, and the images that users, applications and emojis
// refer to by hash.
import type { WorldImage, WorldStoredFile } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { digestHex } from "../../../platform/crypto.ts";
import { attachments, fileChunks, fileSlices } from "../../../domains/messages/files/attachment.ts";
import { imageHash, images } from "../../../domains/users/image.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

/** Loads the files of messages. */
export function loadFiles(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldStoredFile> | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["files"], ({ entry, place }) => {
    const bytes = Buffer.from(entry.data, "base64");
    const digest = digestHex(bytes);
    if (digest !== entry.sha256) {
      builder.issue([...place, "sha256"], "this is not the SHA-256 of the data");
    }
    const message = "another file has this sha256";
    if (!builder.once("file", digest, { path: [...place, "sha256"], message })) return;
    for (const slice of fileSlices(bytes, digest)) builder.put(fileChunks, slice);
    const size = bytes.byteLength;
    for (const [i, attachment] of entry.attachments.entries()) {
      const path = [...place, "attachments", i, "id"];
      builder.once("attachment", attachment.id, {
        path,
        message: "another attachment has this id",
      });
      builder.put(attachments, { ...attachment, size, digest });
    }
  });
}

/** Loads the images that other entries refer to by hash. */
export function loadImages(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldImage> | undefined)[] | undefined,
): void {
  forEachEntry(entries, ["images"], ({ entry, place }) => {
    const { hash, content_type: contentType, data: base64 } = entry;
    if (imageHash({ contentType, base64 }) !== hash) {
      builder.issue([...place, "hash"], "this is not the hash of the data");
    }
    const message = "another picture has this hash";
    builder.once("image", hash, { path: [...place, "hash"], message });
    builder.put(images, { hash, contentType, base64 });
  });
}

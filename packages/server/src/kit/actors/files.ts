// Encodes a user's files for the control plane.

/** The contents of files, as bytes or text, by filename. */
export type Files = Readonly<Record<string, Uint8Array | string>>;

/** The part of a body with the files; empty if there are none. */
export function encodedFiles(files: Files = {}) {
  const attachments = Object.entries(files).map(([filename, data]) => ({
    filename,
    data: Buffer.from(data).toString("base64"),
  }));
  return attachments.length === 0 ? {} : { attachments };
}

// Files that a user gives, as the control plane takes them.

/** Their bytes, or their text, by their names. */
export type Files = Readonly<Record<string, Uint8Array | string>>;

/** The part of a body that holds them; empty where there are none. */
export function encodedFiles(files: Files = {}) {
  const attachments = Object.entries(files).map(([filename, data]) => ({
    filename,
    data: Buffer.from(data).toString("base64"),
  }));
  return attachments.length === 0 ? {} : { attachments };
}

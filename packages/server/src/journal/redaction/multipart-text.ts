// A multipart form as text: its fields as they were received, and only the name and type of each
// file.

/** Replaces the content of a file. */
const FILE = "(a file)";

/** The form with the contents of its files removed. */
export function withoutFiles(contentType: string, body: string): string {
  const [, quoted, bare = quoted] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  if (bare === undefined) return FILE;
  return body
    .split(`--${bare}`)
    .map((part) => withoutFile(part))
    .join(`--${bare}`);
}

function withoutFile(part: string): string {
  const end = part.indexOf("\r\n\r\n");
  if (end < 0 || !/filename\*?=/i.test(part.slice(0, end))) return part;
  return `${part.slice(0, end)}\r\n\r\n${FILE}\r\n`;
}

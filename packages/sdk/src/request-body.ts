// Encodes a call's body: as JSON, as a form, or as a form with files.

/** A file to upload with a call. */
export interface FilePart {
  /** `files[0]`, or the field name that the endpoint declares. */
  readonly field: string;
  readonly filename: string;
  readonly content: Blob;
}

interface WrittenBody<Content = string | FormData | URLSearchParams> {
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: Content;
}

/** The body of a request and the header that goes with it. */
export function requestBody(
  encoding: "none" | "json" | "form",
  body: unknown,
  files: readonly FilePart[],
): WrittenBody {
  if (files.length > 0) return { headers: {}, content: multipart(body, files) };
  if (body === undefined || encoding === "none") return { headers: {} };
  if (encoding === "form") return { headers: {}, content: urlEncoded(body as object) };
  return jsonBody(body);
}

/** JSON and the header that goes with it. */
export function jsonBody(body: unknown): WrittenBody<string> {
  return { headers: { "content-type": "application/json" }, content: JSON.stringify(body) };
}

function multipart(body: unknown, files: readonly FilePart[]): FormData {
  const form = new FormData();
  if (body !== undefined) form.set("payload_json", JSON.stringify(body));
  for (const { field, content, filename } of files) form.set(field, content, filename);
  return form;
}

function urlEncoded(body: object): URLSearchParams {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

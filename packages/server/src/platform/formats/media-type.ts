// What kind of document a Content-Type header names.

/** The header without its parameters, in lower case; empty where there is none. */
export function mediaType(contentType: string | undefined): string {
  if (contentType === "application/json") return contentType;
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

// The media type in a Content-Type header.

/** The header without its parameters, in lower case; empty if there is none. */
export function mediaType(contentType: string | undefined): string {
  if (contentType === "application/json") return contentType;
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

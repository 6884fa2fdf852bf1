// The media type in a Content-Type header, and those of forms.

export const URLENCODED_TYPE = "application/x-www-form-urlencoded";
export const MULTIPART_TYPE = "multipart/form-data";

/** The header without its parameters, in lower case; empty if there is none. */
export function mediaType(contentType: string | undefined): string {
  if (contentType === "application/json") return contentType;
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

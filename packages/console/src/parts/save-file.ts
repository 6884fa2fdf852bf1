/** By then browsers have read the data that they save. */
const READ_MS = 10_000;

/** Offers a text as a download. */
export function saveFile(name: string, text: string, mediaType = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}

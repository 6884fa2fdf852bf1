// The clipboard, which browsers keep from pages that came over plain HTTP from another machine.

/** @throws Error where the browser lets this page copy nothing */
export async function copyText(text: string): Promise<void> {
  // Its type says that it is always there.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) return clipboard.writeText(text);
  if (!copiedBySelection(text)) {
    throw new Error(
      "The browser lets no page copy that came over plain http from another machine: open the console by https, or at this machine's own address.",
    );
  }
}

/** The older way, which such pages have too: what is selected is copied, and is what was before. */
function copiedBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // What stands beside an open dialog cannot be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- such pages have no other way
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

// The clipboard, which browsers deny to pages loaded over plain HTTP from another machine.

/** Copies a text. @throws Error if the browser lets this page copy nothing */
export async function copyText(text: string): Promise<void> {
  // The type claims that it always exists.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) return clipboard.writeText(text);
  if (!copiedBySelection(text)) {
    throw new Error(
      "The browser blocks copying on pages that another machine serves over plain HTTP. Open the console over HTTPS, or through localhost.",
    );
  }
}

/**
 * The deprecated way, which also works in such pages: selects a temporary field, copies it, and
 * restores the focus.
 */
function copiedBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // While a dialog is open, elements outside it cannot be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- such pages have no other way
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

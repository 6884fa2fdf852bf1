// Why a file cannot be read, in words.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a directory",
};

/** Describes an error of reading a file: `there is no such file`; else by its own message. */
export function fileFault(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return reasons[String(code)] ?? message ?? String(error);
}

// The people whom an invite is for, as files bring and carry them: one column of ids.
// Source: protocol: lobbies-and-sdk 9, 13 (choice 19).
import {
  faultTree,
  InvalidForm,
  limits,
  SNOWFLAKE_MAX,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";

/** The one column's name. A file may leave it out; ours never does. */
const HEADER = "user_id";

/** The form's name for the file. */
const FIELD = "target_users_file";

/** A file of the most users, each in quotes, written twice: a larger one is not decoded. */
const BYTES_MAX = limits.inviteTargetUsers.value * 2 * '"1000000000000000000"\r\n'.length;

/** Lines that are named in a refusal; beyond that a file is simply not a list of users. */
const NAMED_LINES_MAX = 100;

/** The file of target users among the files of a form, or undefined. */
export function targetFile(files: readonly UploadedFile[]): UploadedFile | undefined {
  return files.find((file) => file.field === FIELD);
}

/** @throws InvalidForm when the form holds no file */
export function requiredFile(files: readonly UploadedFile[]): UploadedFile {
  const file = targetFile(files);
  if (file !== undefined) return file;
  const message = "This field is required";
  throw invalidForm({ path: [FIELD], code: "BASE_TYPE_REQUIRED", message });
}

function isId(text: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= SNOWFLAKE_MAX;
}

/**
 * The ids in a file, each once: with or without a header, lines ended in any way, blank ones left
 * out.
 *
 * @throws InvalidForm with every bad line, in `errors` and as a list beside it
 */
export function readTargetUsers(file: UploadedFile): readonly string[] {
  if (file.bytes.length > BYTES_MAX) throw tooMany();
  const text = new TextDecoder().decode(file.bytes);
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ number: i + 1, id: unquoted(line.trim()) }))
    .filter(({ id }) => id !== "");
  const entries = lines[0]?.id.toLowerCase() === HEADER ? lines.slice(1) : lines;
  const bad = entries.filter(({ id }) => !isId(id));
  if (bad.length > 0) throw badLines(bad);
  const ids = [...new Set(entries.map(({ id }) => id))];
  if (ids.length > limits.inviteTargetUsers.value) throw tooMany();
  return ids;
}

function tooMany(): ApiError {
  const message = `Must be ${limits.inviteTargetUsers.value} or fewer in length.`;
  return invalidForm({ path: [FIELD], code: "BASE_TYPE_MAX_LENGTH", message });
}

function unquoted(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}

function badLines(bad: readonly { readonly number: number; readonly id: string }[]): ApiError {
  const said = bad
    .slice(0, NAMED_LINES_MAX)
    .map(({ number, id }) => `Line ${number}: Invalid user ID: ${id.slice(0, 40)}`);
  const faults = said.map((message) => ({ path: [FIELD], code: "INVALID_USER_ID", message }));
  return new ApiError(InvalidForm, {
    details: { errors: faultTree(faults), [FIELD]: said },
  });
}

/** The file that is given out: the header and one id per line. */
export function targetUsersCsv(userIds: readonly string[]): string {
  return [HEADER, ...userIds].map((line) => `${line}\n`).join("");
}

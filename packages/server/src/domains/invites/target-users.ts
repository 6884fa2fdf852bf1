// An invite's target users as a CSV file with one column of ids.
// Source: protocol: lobbies-and-sdk 9, 13 (choice 19).
import { InvalidForm, limits, type UploadedFile } from "@antechamber/contract";
import {
  snowflakeKey,
  issueTree,
  SNOWFLAKE_MAX,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { users } from "../users/user.ts";

/** The column's name. Uploaded files may omit it; ours always contain it. */
const HEADER = "user_id";

/** The form field of the file. */
const FIELD = "target_users_file";

/** The largest file to decode: the maximum number of users, each quoted and listed twice. */
const BYTES_MAX = limits.inviteTargetUsers.value * 2 * '"1000000000000000000"\r\n'.length;

/** The most lines that an error names; a file with more faults is not a list of users at all. */
const NAMED_LINES_MAX = 100;

/** The target users file among the files of a form, or undefined. */
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

/** A user id in a file, with its line number. */
interface NamedUser {
  readonly number: number;
  readonly id: string;
}

/** The valid ids in a file without repetitions, and the lines that are not ids. */
interface NamedUsers {
  readonly named: readonly NamedUser[];
  readonly bad: readonly NamedUser[];
}

/**
 * Parses the ids in a file: with or without a header, with any line endings; blank lines are
 * ignored. The file may be empty.
 *
 * @throws InvalidForm for a file that is too large
 */
export function readTargetUsers(file: UploadedFile): NamedUsers {
  if (file.bytes.length > BYTES_MAX) throw tooMany();
  const text = new TextDecoder().decode(file.bytes);
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ number: i + 1, id: unquoted(line.trim()) }))
    .filter(({ id }) => id !== "");
  const entries = lines[0]?.id.toLowerCase() === HEADER ? lines.slice(1) : lines;
  const byId = new Map<string, NamedUser>();
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  return {
    named: [...byId.values()].filter(({ id }) => isId(id)),
    bad: entries.filter(({ id }) => !isId(id)),
  };
}

async function unknownAmong(
  ctx: ReadContext,
  named: readonly NamedUser[],
): Promise<readonly NamedUser[]> {
  const unknown: NamedUser[] = [];
  for (const entry of named) {
    if (unknown.length === NAMED_LINES_MAX) break;
    if ((await ctx.tx.get(users, snowflakeKey(entry.id))) === undefined) unknown.push(entry);
  }
  return unknown;
}

/**
 * The ids in a file, all of them of existing users.
 *
 * @throws InvalidForm with every line that is invalid or names no existing user
 */
export async function targetUsersIn(
  ctx: ReadContext,
  file: UploadedFile,
): Promise<readonly string[]> {
  const { named, bad } = readTargetUsers(file);
  const areTooMany = named.length > limits.inviteTargetUsers.value;
  const unknown = areTooMany ? [] : await unknownAmong(ctx, named);
  const wrong = [...bad, ...unknown].toSorted((one, other) => one.number - other.number);
  if (wrong.length > 0) throw badLines(wrong);
  if (areTooMany) throw tooMany();
  return named.map(({ id }) => id);
}

/** @throws InvalidForm with the path of each id that belongs to no user */
export async function requireTargetUsers(
  ctx: ReadContext,
  ids: readonly string[],
  field = "target_user_ids",
): Promise<void> {
  const issues: ValidationIssue[] = [];
  for (const [i, id] of ids.entries()) {
    if (issues.length === NAMED_LINES_MAX) break;
    if ((await ctx.tx.get(users, snowflakeKey(id))) !== undefined) continue;
    const message = `Invalid user ID: ${id}`;
    issues.push({ path: [field, i], code: "INVALID_USER_ID", message });
  }
  if (issues.length > 0) throw invalidForm(...issues);
}

function tooMany(): ApiError {
  const message = `Must be ${limits.inviteTargetUsers.value} or fewer in length.`;
  return invalidForm({ path: [FIELD], code: "BASE_TYPE_MAX_LENGTH", message });
}

function unquoted(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}

function badLines(bad: readonly NamedUser[]): ApiError {
  const refusedText = bad
    .slice(0, NAMED_LINES_MAX)
    .map(({ number, id }) => `Line ${number}: Invalid user ID: ${id.slice(0, 40)}`);
  const issues = refusedText.map((message) => ({
    path: [FIELD],
    code: "INVALID_USER_ID",
    message,
  }));
  return new ApiError(InvalidForm, {
    details: { errors: issueTree(issues), [FIELD]: refusedText },
  });
}

/** The file for download: the header and one id per line. */
export function targetUsersCsv(userIds: readonly string[]): string {
  return [HEADER, ...userIds].map((line) => `${line}\n`).join("");
}

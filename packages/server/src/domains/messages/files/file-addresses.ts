// Messages hold the addresses of their files as clients are shown them; when the service has moved,
// they are written anew. Source: protocol: gateway-oauth-limits 1.8.
import type { Context } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import type { Work } from "../../../platform/work.ts";
import { filesOf, messages, type MessageRecord } from "../message.ts";

/** Where every file's address begins. */
export interface FileHome {
  readonly name: "home";
  readonly url: string;
}

export const fileHomes = tableOf<FileHome>()({ name: "file_home", key: ({ name }) => name });

const PATH = "/cdn/attachments/";

/** Messages that are looked at in one transaction. */
const PAGE = 500;

/** Lets the addresses of all files begin with where clients find the service now. */
export async function moveFiles(work: Pick<Work, "read" | "transaction">): Promise<void> {
  const isHome = await work.read(async ({ tx, settings }) => {
    const home = await tx.get(fileHomes, "home");
    return home?.url === settings.publicUrl;
  });
  if (isHome) return;
  let after: string | undefined;
  do {
    const from = after;
    after = await work.transaction((ctx) => movePage(ctx, from));
  } while (after !== undefined);
  await work.transaction(async ({ tx, settings }) => {
    tx.put(fileHomes, { name: "home", url: settings.publicUrl });
  });
}

/** @returns where the next page begins, or undefined after the last one */
async function movePage(ctx: Context, after: string | undefined): Promise<string | undefined> {
  const from = after === undefined ? {} : { after };
  const page = await ctx.tx.find(messages, { ...from, limit: PAGE });
  for (const message of page) {
    const moved = movedMessage(message, ctx.settings.publicUrl);
    if (moved !== message) ctx.tx.put(messages, moved);
  }
  const last = page.at(-1);
  return last === undefined || page.length < PAGE ? undefined : messages.key(last);
}

/** The message with its files' addresses, wherever it shows them, at a new place. */
export function movedMessage(message: MessageRecord, url: string): MessageRecord {
  const [file] = [...filesOf(message), ...(message.snapshotFiles ?? [])];
  const end = file?.url.indexOf(PATH) ?? -1;
  const old = file?.url.slice(0, end);
  if (old === undefined || end < 0 || old === url) return message;
  const text = JSON.stringify(message);
  // Only whole values are addresses; what people wrote stays as it is, unless it is one.
  const moved = text.replaceAll(`"${old}${PATH}`, `"${url}${PATH}`);
  return JSON.parse(moved) as MessageRecord;
}

// Calls in words: a command that is used, a message that is written, a response that is given.
// Source: protocol: commands-and-interactions 6.1.
import { MessageFlag } from "@antechamber/contract/message-types";
import type { types } from "@antechamber/sdk/control";

type Fields = Readonly<Record<string, unknown>>;

/** An action, and its words if there are any. */
export interface Statement {
  readonly says: string;
  readonly quote?: string;
}

/** A value as an object; any other value becomes an empty object. */
export function record(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** The JSON body of a call; in a multipart form, its `payload_json`. */
function bodyOf({ request }: types.WholeEntry): Fields {
  const { body } = request ?? {};
  if (typeof body !== "string") return record(body);
  const [, json] = /name="payload_json"[^{]*?\r?\n\r?\n(\{.*?\})\r?\n--/s.exec(body) ?? [];
  try {
    return record(JSON.parse(json ?? "{}"));
  } catch {
    return {};
  }
}

/** The text of a message, or a description of its other content. */
export function messageText(message: Fields): string {
  const { content } = message;
  if (typeof content === "string" && content !== "") return content;
  const [embed] = listOf(message["embeds"]).map(record);
  const { title, description } = embed ?? {};
  for (const text of [title, description]) if (typeof text === "string" && text !== "") return text;
  const { question } = record(message["poll"]);
  if (question !== undefined) return `poll: ${String(record(question)["text"])}`;
  const parts = (["components", "attachments", "sticker_ids"] as const)
    .map((kind) => [listOf(message[kind]).length, kind] as const)
    .filter(([count]) => count > 0);
  return parts.map(([count, kind]) => `${count} ${kind.replace("_ids", "s")}`).join(", ");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An application's response to an interaction, from its callback. */
export function answered(callback: Fields): Statement {
  const data = record(callback["data"]);
  const alone = (Number(data["flags"] ?? 0) & MessageFlag.EPHEMERAL) === 0 ? "" : " (ephemeral)";
  switch (callback["type"]) {
    case 1:
      return { says: "answers the PING" };
    case 4:
      return { says: `replies${alone}`, quote: messageText(data) };
    case 5:
      return { says: `defers its reply${alone}` };
    case 6:
      return { says: "defers its update of the message" };
    case 7:
      return { says: "updates the message", quote: messageText(data) };
    case 8: {
      const names = listOf(data["choices"]).map((choice) => String(record(choice)["name"]));
      return {
        says: `suggests ${names.length === 1 ? "1 choice" : `${names.length} choices`}`,
        quote: names.join(", "),
      };
    }
    case 9:
      return { says: "opens a modal", quote: String(data["title"]) };
    case 12:
      return { says: "launches an activity" };
    default:
      return { says: "responds" };
  }
}

/**
 * A call in words, else its method and path.
 *
 * @param command the name of the command that the call refers to by id
 */
export function actText(entry: types.WholeEntry, command: string | undefined): Statement {
  const act = acts[entry.name];
  if (act !== undefined && entry.request?.body !== undefined) {
    const body = bodyOf(entry);
    const isId = typeof body["command"] === "string" && ID.test(body["command"]);
    return act(isId && command !== undefined ? { ...body, command } : body);
  }
  const [call = entry.summary] = entry.summary.split(" → ");
  return { says: `calls ${call}` };
}

const ID = /^\d{15,20}$/;

const written = (says: string) => (body: Fields) => ({ says, quote: messageText(body) });

const acts: Readonly<Record<string, (body: Fields) => Statement>> = {
  "interactions.callback": answered,
  "webhooks.followUp": written("sends a follow-up"),
  "webhooks.editOriginal": written("edits its reply"),
  "webhooks.editMessage": written("edits its message"),
  "channels.createMessage": written("sends a message"),
  "channels.editMessage": written("edits a message"),
  "interactions.create": ({ type, data }) => used(Number(type), record(data)),
  "control.invoke": ({ command, options, target }) => {
    const name = typeof command === "object" ? record(command)["name"] : command;
    return {
      says: `runs /${String(name)}${typeof target === "string" ? ` on ${target}` : ""}`,
      ...(options === undefined ? {} : { quote: valuesText(record(options)) }),
    };
  },
  "control.autocomplete": ({ command, focused, options }) => ({
    says: `types in “${String(focused)}” of /${String(command)}`,
    quote: valuesText(record(options)),
  }),
  "control.click": ({ custom_id: id }) => ({ says: `clicks “${String(id)}”` }),
  "control.select": ({ custom_id: id, values }) => ({
    says: `selects in “${String(id)}”`,
    quote: listOf(values).join(", "),
  }),
  "control.submit": ({ fields }) => ({
    says: "submits the modal",
    quote: valuesText(record(fields)),
  }),
  "control.message": written("sends a message"),
};

/** The action of a user's client on an application. */
function used(type: number, data: Fields): Statement {
  const { name, custom_id: id, options } = data;
  const values = Object.fromEntries(
    listOf(options).map((each) => [String(record(each)["name"]), record(each)["value"]]),
  );
  switch (type) {
    case 2:
      return { says: `runs /${String(name)}`, quote: valuesText(values) };
    case 3:
      return { says: `uses “${String(id)}”`, quote: listOf(data["values"]).join(", ") };
    case 4:
      return { says: `types an option of /${String(name)}`, quote: valuesText(values) };
    default:
      return { says: `submits the modal “${String(id)}”` };
  }
}

/** `dish: soup, count: 2`; for subcommands the path comes first. */
function valuesText(values: Fields): string {
  return Object.entries(values)
    .map(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? `${name} ${valuesText(record(value))}`
        : `${name}: ${String(value)}`,
    )
    .join(", ");
}

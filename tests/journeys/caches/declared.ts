// Differences that a library itself causes: it keeps what an event said once, or ignores what an
// event says. Each row has the reason why it is not a fault of the service.
import type { Listener } from "./listener.ts";
import type { Difference, Picture } from "./picture.ts";

/** What the cache was compared with. */
export type View = "gateway" | "rest";

export interface Where {
  readonly library: Listener["library"];
  readonly ears: Listener["ears"];
  /** Channels that were hidden, at least temporarily, from bots that are not administrators. */
  readonly hidden: ReadonlySet<string>;
  /** Channels whose type was changed. */
  readonly retyped: ReadonlySet<string>;
  readonly view: View;
  readonly cached: Picture;
  readonly fetched: Picture;
}

interface Row {
  readonly libraries: readonly Listener["library"][];
  /** `gateway`: the cache compared with that of a new client; `rest`: compared with REST. */
  readonly view: View;
  readonly path: RegExp;
  readonly why: string;
  /** Which differences the row covers; absent: all at the path. */
  readonly when?: (difference: Difference, where: Where) => boolean;
}

const every = ["discord.js", "oceanic.js", "discord.py"] as const;

/** A field of a picture, or undefined. */
function fieldOf(picture: Picture, ...[name = "", ...path]: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    picture[name],
  );
}

const keptAt = (where: Where, ...path: readonly string[]): unknown =>
  fieldOf(where.cached, ...path);

const isKeptOnly = ({ cached, fetched }: Difference): boolean =>
  cached !== undefined && fetched === undefined;

const isArchivedIn = (picture: Picture, name: string): boolean =>
  [
    fieldOf(picture, name, "archived"),
    fieldOf(picture, name, "threadMetadata", "archived"),
  ].includes(true);

const isArchived = (where: Where, name: string): boolean => isArchivedIn(where.cached, name);

const idIn = ({ path }: Difference): string => /(\d+)$/.exec(path)?.[1] ?? "";

const withoutQuery = (address: unknown): string => String(address).split("?")[0] ?? "";

/** The path of a thread, or of its place in a list. */
const THREAD = /^Channel \d+$|^Guild \d+ > (channels|threads) > \d+$|^Channel \d+ > threads > \d+$/;

const js = ["discord.js"] as const;
const oceanic = ["oceanic.js"] as const;
const py = ["discord.py"] as const;

/** Whether a message is in a channel that was deleted, or that new sessions do not receive. */
const isOutOfSight = (difference: Difference, where: Where): boolean => {
  const name = difference.path;
  const channelId =
    keptAt(where, name, "channelId") ??
    keptAt(where, name, "channelID") ??
    keptAt(where, name, "channel");
  const channel = `Channel ${/(\d+)$/.exec(String(channelId))?.[1]}`;
  return (
    isKeptOnly(difference) && (where.fetched[channel] === undefined || isArchived(where, channel))
  );
};

/** Whether a path is in a channel that was hidden, or in one of its threads. */
function wasHidden(path: string, where: Where): boolean {
  if (where.ears.isAdministrator) return false;
  const name = path.split(" > ")[0] ?? "";
  const fields = ["channelId", "channelID", "channel", "parentId", "parentID", "parent_id", "id"];
  const around = fields.flatMap((field) => [
    idOf(fieldOf(where.cached, name, field)),
    idOf(fieldOf(where.fetched, name, field)),
  ]);
  const above = around.flatMap((id) => [
    id,
    ...["parentId", "parentID", "parent_id"].flatMap((field) => [
      idOf(fieldOf(where.cached, `Channel ${id}`, field)),
      idOf(fieldOf(where.fetched, `Channel ${id}`, field)),
    ]),
  ]);
  return above.some((id) => where.hidden.has(id));
}

/** Whether a field that a new client received names a channel whose type was changed. */
const isRetyped = (where: Where, name: string, field: string): boolean =>
  where.retyped.has(idOf(fieldOf(where.fetched, name, field)));

const idOf = (value: unknown): string => /(\d+)$/.exec(String(value))?.[1] ?? "";

/** References that a library resolves in its cache when it creates a structure, perhaps too early. */
const LOOKED_UP = /^(Guild \d+ > (owner|\w+Channel)|Channel \d+ > (owner|lastMessage))$/;

export const declared: readonly Row[] = [
  {
    libraries: every,
    view: "gateway",
    path: /^Guild \d+ > bans > \d+/,
    why: "who does not moderate hears of bans, and cannot ask for them",
    when: (_, { ears }) => !ears.isAdministrator,
  },
  {
    libraries: every,
    view: "gateway",
    path: /^(Message|Quoted) \d+/,
    why: "nothing that was said is told of where a channel is hidden",
    when: ({ path }, where) => wasHidden(path, where),
  },
  {
    libraries: every,
    view: "gateway",
    path: /^Channel \d+ > (last_?[mM]essage(_id|Id|ID)?|lastPinTimestamp|messages > \d+.*|lastThreadID)$/,
    why: "a channel that is hidden is known, and not what is said and pinned in it",
    when: ({ path }, where) => wasHidden(path, where),
  },
  {
    libraries: every,
    view: "gateway",
    path: /^Channel \d+ > members > \d+$/,
    why: "who is in a thread that comes into sight is told to those who ask",
    when: (difference, where) =>
      difference.cached === undefined && wasHidden(difference.path, where),
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Channel \d+ > members > \d+ > member$/,
    why: "events name the guild member who comes into a thread, and lists of its members do not",
    when: ({ fetched }) => fetched === null,
  },
  {
    libraries: every,
    view: "gateway",
    path: /^Channel \d+( > .+)?$|> (channels|_?threads) > \d+$/,
    why: "threads of a channel that was hidden stay known as they were, and nothing is told of them",
    when: (difference, where) => {
      const isListed = /> (channels|_?threads) > \d+$/.test(difference.path);
      const named = /^Channel (\d+)/.exec(difference.path)?.[1] ?? "";
      const id = isListed ? idIn(difference) : named;
      const parent = ["parentId", "parentID", "parent_id"].map((field) =>
        keptAt(where, `Channel ${id}`, field),
      );
      const isThread = keptAt(where, `Channel ${id}`, "archived") !== undefined;
      return (
        (isThread || keptAt(where, `Channel ${id}`, "threadMetadata") !== undefined) &&
        parent.some((each) => where.hidden.has(String(each))) &&
        where.fetched[`Channel ${id}`] === undefined
      );
    },
  },
  {
    libraries: every,
    view: "gateway",
    path: /^ScheduledEvent \d+$|^Guild \d+ > _?scheduled_?[eE]vents > \d+$/,
    why: "events in a channel that was hidden are as they were then",
    when: (difference, where) => {
      const name = `ScheduledEvent ${idIn(difference)}`;
      const fields = ["channelId", "channelID", "channel_id"];
      return fields.some((field) =>
        [where.cached, where.fetched].some((picture) =>
          where.hidden.has(String(fieldOf(picture, name, field))),
        ),
      );
    },
  },
  {
    libraries: every,
    view: "gateway",
    path: /^User \d+( > \w+)?$/,
    why: "users who have left stay known, and nothing more is told of them",
    when: (difference, { fetched }) =>
      fetched[`Member ${/\d+/.exec(difference.path)?.[0] ?? ""}`] === undefined,
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: THREAD,
    why: "archived threads stay known, and no new session is sent them",
    when: (difference, where) =>
      isKeptOnly(difference) && isArchived(where, `Channel ${idIn(difference)}`),
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: THREAD,
    why: "messages that are asked for bring their threads, and those of a hidden channel were not sent",
    when: (difference, where) => {
      const thread = `Channel ${idIn(difference)}`;
      const parents = ["parentId", "parentID"].map((field) =>
        fieldOf(where.fetched, thread, field),
      );
      const wasParentHidden = parents.some((id) => where.hidden.has(String(id)));
      return (
        difference.cached === undefined && isArchivedIn(where.fetched, thread) && wasParentHidden
      );
    },
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Message \d+$/,
    why: "a forward brings back the message that was forwarded, which was deleted meanwhile",
    when: ({ cached, path }, { fetched }) =>
      cached === undefined && fieldOf(fetched, path, "author") === null,
  },
  {
    libraries: every,
    view: "gateway",
    path: /^Message \d+$/,
    why: "messages of archived threads stay known, and nobody asks for them anew",
    when: isOutOfSight,
  },
  {
    libraries: every,
    view: "gateway",
    path: /> (url|proxyURL|proxy_url|attachment)$/,
    why: "the address of a file is signed anew, for some hours from when it is asked for",
    when: ({ cached, fetched }) => withoutQuery(cached) === withoutQuery(fetched),
  },
  {
    libraries: every,
    view: "gateway",
    path: /^ScheduledEvent \d+$|^Guild \d+ > _?scheduled_?[eE]vents > \d+$/,
    why: "events that are over stay known, and no new session is sent them",
    when: (difference, where) => {
      const status = keptAt(where, `ScheduledEvent ${idIn(difference)}`, "status");
      return isKeptOnly(difference) && [3, 4, "completed", "canceled"].includes(status as never);
    },
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: /^VoiceState \d+$|^Guild \d+ > voiceStates > \d+$/,
    why: "voice states of those who left voice stay known, without a channel",
    when: (difference, where) => {
      const name = `VoiceState ${idIn(difference)}`;
      const channel = [keptAt(where, name, "channelId"), keptAt(where, name, "channelID")];
      return isKeptOnly(difference) && channel.includes(null);
    },
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Message \d+ > reactions > [^>]+ > (burstColors|users > \d+)$|> voters > \d+$/,
    why: "who reacted and voted is known of those alone that were heard, and so are colours",
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Message \d+ > (messageSnapshots > \d+( > .+)?|attachments > \d+)$/,
    why: "what was forwarded is the message itself where it is known, with the files of the copy",
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Guild \d+ > invites > \w+ > type$/,
    why: "the event of an invite has no kind",
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: /^Message \d+$|^Channel \d+ > (threads|messages) > \d+$/,
    why: "a channel whose type changes is made anew, and what was said and begun in it is forgotten",
    when: ({ path, cached }, where) => {
      const name = path.split(" > ")[0] ?? "";
      const fields = name.startsWith("Message") ? ["channelId", "channelID"] : ["id"];
      return cached === undefined && fields.some((field) => isRetyped(where, name, field));
    },
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Guild \d+ > invites > \w+ > channel$/,
    why: "an invite keeps a channel as it was before its type changed",
    when: ({ fetched }, where) => where.retyped.has(idOf(fetched)),
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Channel \d+ > messageCount$/,
    why: "it counts the first message of a post",
    when: ({ cached, fetched }) => cached === Number(fetched) + 1,
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: /^Channel \d+ > (messages|members) > \d+/,
    why: "an archived thread comes to a new client with the message that began it, and nothing in it",
    when: ({ path }, where) => isArchived(where, path.split(" > ")[0] ?? ""),
  },
  {
    libraries: [...oceanic, ...py],
    view: "gateway",
    path: /^Channel \d+$|> _?threads > \d+$/,
    why: "threads of a channel that was deleted stay known",
    when: (difference, where) => {
      const name = `Channel ${idIn(difference)}`;
      const parent = keptAt(where, name, "parentID") ?? keptAt(where, name, "parent_id");
      return isKeptOnly(difference) && where.fetched[`Channel ${String(parent)}`] === undefined;
    },
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: /^Quoted \d+|> messages > \d+$/,
    why: "what a message quotes stays as it was then",
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Rule \d+ > exempt(Roles|Channels) > \d+/,
    why: "a rule keeps the roles that it found, and an update of the guild makes all of them anew",
    when: ({ cached }) => typeof cached === "object",
  },
  {
    libraries: js,
    view: "rest",
    path: /^Rule \d+ > exempt(Roles|Channels) > \d+/,
    why: "the same where REST answers with the guild",
    when: ({ fetched }) => typeof fetched === "object",
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Sticker \d+ > available$/,
    why: "it takes over no change of a sticker that changes nothing but whether it can be used",
  },
  {
    libraries: js,
    view: "gateway",
    path: /^Guild \d+ > bans > \d+ > reason$/,
    why: "the event of a ban has no reason",
  },
  {
    libraries: [...js, ...oceanic],
    view: "rest",
    path: /^(Emoji|Sticker|Sound) \d+ > (author|user)$/,
    why: "REST alone says who added an emoji, a sticker or a sound",
  },
  {
    libraries: every,
    view: "gateway",
    path: /^Presence \d+|> presences > \d+$|^Member \d+ > (presence|_client_status)\b/,
    why: "nobody is told of their own presence, but for that of their older sessions",
    when: ({ path }, { ears }) => path.includes(ears.id),
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Member \d+ > presence > guildID$/,
    why: "events of presences name their guild",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Message \d+ > (member|guildID|mentions > members > \d+)$/,
    why: "REST tells neither the guild of a message nor members in it",
  },
  {
    libraries: [...js, ...py],
    view: "gateway",
    path: /^Message \d+ > tts$/,
    why: "changes of messages always say that they are not read aloud, as the reference documents",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Message \d+ > (poll > .*|thread|tts|reactions > \d+ > burstColors)$/,
    why: "edits of polls, threads and tts are not taken over, and colours only once heard",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Channel \d+ > (status|voiceStartTime|lastPinTimestamp|messageCount|totalMessageSent)$/,
    why: "pins and counts are not taken over; what goes on in voice is told to those who ask",
  },
  {
    libraries: [...js, ...oceanic],
    view: "gateway",
    path: /^Message \d+ > (mentions > repliedUser|referencedMessage)$/,
    why: "whom a message answers stays known when that was deleted",
    when: ({ fetched }) => fetched === null,
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Channel \d+ > (lastMessageID|lastThreadID)$/,
    why: "it forgets the last message when that is deleted",
    when: ({ cached }) => cached === null,
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^ScheduledEvent \d+ > creator$/,
    why: "REST alone says more of who planned an event than their id",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Guild \d+ > soundboardSounds > \d+ > user$/,
    why: "REST alone says who added a sound",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^ScheduledEvent \d+ > exceptions\b/,
    why: "it takes over no events of single occurrences",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Channel \d+ > name$/,
    why: "its update of threads forgets their names",
    when: ({ path }, where) =>
      keptAt(where, path.split(" > ")[0] ?? "", "threadMetadata") !== undefined,
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Channel \d+ > appliedTags > \d+$/,
    why: "its constructor of threads forgets the tags",
  },
  { libraries: oceanic, view: "gateway", path: LOOKED_UP, why: "looked up before it is known" },
  { libraries: oceanic, view: "rest", path: LOOKED_UP, why: "looked up once it is known" },
  {
    libraries: oceanic,
    view: "rest",
    path: /^Channel \d+ > appliedTags > \d+$/,
    why: "its constructor of threads forgets the tags",
  },
  {
    libraries: oceanic,
    view: "gateway",
    path: /^Guild \d+ > invites > \w+/,
    why: "invites are known of those alone that were heard",
  },
  {
    libraries: py,
    view: "gateway",
    path: /^Channel \d+ > last_message_id$/,
    why: "it notes the last message of no stage",
    when: ({ path }, where) => {
      const fields = ["topic", "bitrate"] as const;
      const name = path.split(" > ")[0] ?? "";
      return fields.every((field) => fieldOf(where.fetched, name, field) !== undefined);
    },
  },
  {
    libraries: py,
    view: "gateway",
    path: /^Channel \d+ > (message_count|member_count|_members > \d+)$/,
    why: "counts are not taken over, and threads that were archived come back without members",
  },
  {
    libraries: py,
    view: "gateway",
    path: /^Message \d+ > (reference > resolved|reactions > \d+ > emoji$|reactions > \d+ > emoji >)/,
    why: "answered messages and emojis stay known when they are deleted",
  },
  {
    libraries: py,
    view: "rest",
    path: /^Emoji \d+ > user$|^Member \d+ > (activities|_client_status)\b|^Channel \d+ > _members > \d+$/,
    why: "REST alone says who added an emoji, and says nothing of presences and members of threads",
  },
];

export function isDeclared(difference: Difference, where: Where): boolean {
  return declared.some(
    ({ libraries, view, path, when }) =>
      libraries.includes(where.library) &&
      view === where.view &&
      path.test(difference.path) &&
      (when === undefined || when(difference, where)),
  );
}

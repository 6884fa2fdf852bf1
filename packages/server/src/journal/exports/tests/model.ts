// The model of a test written from the journal, independent of the test runner: who does what, and
// what is expected.

/** The id of a user or an application, which differs between worlds. */
export interface IdOf {
  readonly of: "user" | "application";
  readonly name: string;
}

/** A part of a text that differs between two runs, as a pattern. */
export interface Varying {
  readonly pattern: string;
}

/** A text that a user read, in parts. */
export class Text {
  readonly parts: readonly (string | IdOf | Varying)[];

  constructor(parts: Text["parts"]) {
    this.parts = parts;
  }

  get isEmpty(): boolean {
    return this.parts.every((each) => each === "");
  }

  get varies(): boolean {
    return this.parts.some((each) => typeof each !== "string" && "pattern" in each);
  }
}

/** A value whose texts may differ between runs. */
export type ExpectedValue =
  | Text
  | boolean
  | number
  | readonly ExpectedValue[]
  | { readonly [key: string]: ExpectedValue };

/** The visible parts of a message. */
export interface VisibleMessage {
  readonly content: Text;
  readonly ephemeral: boolean;
  /** Embeds, components and files, as far as they have visible content. */
  readonly fields: Readonly<Record<string, ExpectedValue>>;
}

/** A user in a channel: `#general`, or `@Concierge` for a direct message. */
export interface UserInChannel {
  readonly user: string;
  readonly channel: string;
  readonly guild: string | undefined;
}

/**
 * A message that is acted on: the message of a reply held in a variable, or one that is searched
 * for.
 */
export type ActedMessage =
  | { readonly reply: string; readonly user: string }
  | { readonly visible: VisibleMessage; readonly spot: UserInChannel };

export interface InputFile {
  readonly name: string;
  /** In base64. */
  readonly data: string;
}

/** A value passed to a control call or a form. */
export type InputValue =
  | string
  | number
  | boolean
  | null
  | readonly InputValue[]
  | { readonly [key: string]: InputValue };

export interface Run {
  readonly do: "run";
  readonly spot: UserInChannel;
  /** As it is typed; without options where the text could not be parsed back to them. */
  readonly text: string;
  readonly application: string | undefined;
  readonly options: Readonly<Record<string, InputValue>> | undefined;
  readonly files: readonly InputFile[];
}

/** A command of a context menu. */
export interface MenuCommand {
  readonly spot: UserInChannel;
  readonly application: string;
  readonly command: string;
}

export type MenuAction =
  | (MenuCommand & { readonly do: "runOn"; readonly target: string })
  | (MenuCommand & { readonly do: "runOnMessage"; readonly on: ActedMessage });

/** What a user does. */
export type UserAction =
  | Run
  | MenuAction
  | {
      readonly do: "autocomplete";
      readonly spot: UserInChannel;
      readonly text: string;
      readonly application: string | undefined;
    }
  | {
      readonly do: "click";
      readonly user: string;
      readonly on: ActedMessage;
      readonly control: string;
    }
  | {
      readonly do: "select";
      readonly user: string;
      readonly on: ActedMessage;
      readonly control: string;
      readonly values: readonly string[];
    }
  | {
      readonly do: "submit";
      readonly user: string;
      readonly form: string;
      readonly fields: readonly (readonly [string, InputValue])[];
      readonly files: readonly InputFile[];
    }
  | {
      readonly do: "react";
      readonly user: string;
      readonly on: ActedMessage;
      readonly emoji: string;
      readonly isTakenBack: boolean;
    }
  | {
      readonly do: "message";
      readonly spot: UserInChannel;
      readonly content: Text;
      readonly files: readonly InputFile[];
    };

/** What a player does in lobbies of a game. */
export type PlayerAction =
  | {
      readonly do: "joinLobby";
      readonly user: string;
      readonly application: string;
      /** The variable of the lobby, whose name is also the lobby's secret. */
      readonly lobby: string;
      /** Whether no earlier step mentions the lobby. */
      readonly isFirst: boolean;
      readonly fields: Readonly<Record<string, InputValue>>;
    }
  | {
      readonly do: "sendToLobby";
      readonly user: string;
      readonly lobby: string;
      readonly content: Text;
      readonly fields: Readonly<Record<string, InputValue>>;
    }
  | { readonly do: "leaveLobby"; readonly user: string; readonly lobby: string }
  | {
      readonly do: "linkLobby";
      readonly user: string;
      readonly lobby: string;
      /** `#general`; undefined to remove the link. */
      readonly channel: string | undefined;
    };

/** What the operator does, or what a user does outside a channel. */
export type OperatorAction =
  | { readonly do: "deauthorize"; readonly user: string; readonly application: string }
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "set"; readonly now: string }
  | {
      readonly do: "add";
      readonly kind: string;
      readonly entity: Readonly<Record<string, InputValue>>;
    }
  | { readonly do: "fault"; readonly fault: InputValue }
  | { readonly do: "clearFaults" }
  | { readonly do: "resetLimits" }
  | { readonly do: "control"; readonly route: string; readonly body: InputValue | undefined };

export type TestAction = UserAction | PlayerAction | OperatorAction;

export type Expected =
  | { readonly is: "replied"; readonly message: VisibleMessage | undefined }
  | { readonly is: "denied"; readonly by: string | number; readonly step: number }
  | { readonly is: "modal"; readonly title: Text; readonly fields: readonly string[] }
  | { readonly is: "choices"; readonly names: readonly Text[] }
  | { readonly is: "timedOut" | "failed" | "launched" | "unfulfilled" }
  | { readonly is: "seen"; readonly spot: UserInChannel; readonly message: VisibleMessage }
  | ChangedRoles
  | FoundLobby;

/** What applications made of the roles of members. */
export interface ChangedRoles {
  readonly is: "roles";
  readonly members: readonly MemberRoles[];
}

/** The roles that applications gave a member, and those that they took away, by name. */
export interface MemberRoles {
  readonly user: string;
  /** Absent in a world with a single guild. */
  readonly guild: string | undefined;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A lobby as an application made or changed it. */
export interface FoundLobby {
  readonly is: "lobby";
  readonly lobby: string;
  /** Whether no earlier step mentions the lobby. */
  readonly isFirst: boolean;
  readonly fields: Readonly<Record<string, ExpectedValue>>;
}

export interface Step {
  /** Absent where the act could not be repeated, and only notes remain. */
  readonly action?: TestAction;
  /** The variable that holds the result, for later steps. */
  readonly reply?: string;
  readonly expected: readonly Expected[];
  /** Notes for the reader of the test; each becomes a comment. */
  readonly notes: readonly string[];
}

/** An application that the test starts. */
export interface StartedApp {
  readonly name: string;
  /** Whether this is the first application of its world, which needs no name in calls. */
  readonly isFirst: boolean;
  readonly by: "gateway" | "http";
  readonly library: "discord.js" | "oceanic.js";
  readonly module: string;
  readonly export: string;
}

export interface TestScript {
  readonly name: string;
  readonly apps: readonly StartedApp[];
  readonly steps: readonly Step[];
  /** Comments at the head of the file. */
  readonly notes: readonly string[];
  readonly world: TestWorld;
}

/** Where the world of a test is defined: in a file, or inline. */
export type TestWorld =
  | { readonly file: string }
  | { readonly value: Readonly<Record<string, InputValue>> };

// The demo application with commands, whose use is exported from the journal as a test.
import { expect, onTestFinished } from "vitest";
import { anAnsweringApplication, type Sent } from "./network/answering-application.ts";
import type { Answer } from "./answer.ts";
import { demo, type TestService, type TestServiceOptions } from "./start-service.ts";

export const button = (label: string, custom_id: string) => ({
  type: 2,
  style: 1,
  label,
  custom_id,
});
export const rows = (...components: readonly object[]) => [{ type: 1, components }];
const subject = { type: 4, custom_id: "subject", style: 1, placeholder: "What was lost" };
const modal = {
  title: "Your ticket",
  custom_id: "form",
  components: [{ type: 18, label: "Subject", component: subject }],
};

/** The application's responses by command, component or modal. */
const answers: Readonly<Record<string, unknown>> = {
  ping: { type: 4, data: { content: "pong" } },
  ids: {
    type: 4,
    data: {
      content: `<@${demo.bobId}> has 1234567890123456789 since <t:1700000000:R>, 2026-11-22T10:00:00Z, at 10:20:30`,
    },
  },
  roll: { type: 4, data: { content: "You rolled 4, of 1,000.5 (and `more`)" } },
  ticket: {
    type: 4,
    data: { content: "What is it?", flags: 64, components: rows(button("Write", "write")) },
  },
  write: { type: 9, data: modal },
  form: { type: 4, data: { embeds: [{ title: "Thanks", footer: { text: "soon" } }] } },
  later: { type: 5 },
  wrong: { type: 4, data: {} },
  say: { type: 4, data: { content: "said" } },
  Report: { type: 4, data: { content: "reported" } },
};

const say = {
  name: "say",
  description: "Says it",
  options: [
    { type: 3, name: "text", description: "What" },
    { type: 4, name: "times", description: "How often" },
    { type: 7, name: "where", description: "Where" },
  ],
};

export interface RecordedApplication {
  readonly service: TestService;
  /** Runs a command as alice in #general. */
  readonly run: (command: string, more?: object) => Promise<Answer>;
  /** The token of an interaction that the application received. */
  readonly tokenOf: (interaction: unknown) => string;
  /** The id of the newest entry of the journal. */
  readonly position: () => Promise<string>;
  /** The test that is written from all entries after one. */
  readonly written: (after: string, more?: string, as?: string) => Promise<string>;
}

/** Starts the application, until the test ends; the clock of its service stands by default. */
export async function aRecordedApplication(
  options: TestServiceOptions = {},
): Promise<RecordedApplication> {
  const tokens = new Map<string, string>();
  const answer = (sent: Sent) => {
    const { id, token } = sent as Sent & { readonly id: string; readonly token: string };
    tokens.set(id, token);
    return answers[sent.data.name ?? sent.data.custom_id ?? ""];
  };
  const service = await anAnsweringApplication(answer, { frozen: true, ...options });
  onTestFinished(() => service.stop());
  await addCommands(service);
  return {
    service,
    run: (command, more = {}) =>
      service.control("POST /users/alice/invoke", {
        application: "Concierge",
        channel: "general",
        command,
        ...more,
      }),
    tokenOf: (interaction) => tokens.get(String(interaction)) ?? "",
    position: async () =>
      String((await service.control("GET /journal?limit=1")).at("items", 0, "id")),
    written: async (after, more = "", as = "vitest") => {
      const query = `after=${after}&as=${as}&world_file=./it.world.json${more}`;
      const { status, text } = await service.control(`GET /journal/export?${query}`);
      expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
      return text;
    },
  };
}

async function addCommands(service: TestService): Promise<void> {
  const names = ["ping", "ids", "roll", "ticket", "later", "wrong"];
  const { status } = await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    say,
    ...names.map((name) => ({ name, description: "Does it" })),
    { name: "Report", type: 3 },
    { name: "kick", description: "x", default_member_permissions: "2" },
  ]);
  expect(status).toBe(200);
}

/** The lines inside the body of the test that is written from what happens meanwhile. */
export async function played(
  play: (application: RecordedApplication) => Promise<unknown>,
  more = "",
): Promise<string> {
  const application = await aRecordedApplication();
  const after = await application.position();
  await play(application);
  const text = await application.written(after, more);
  const [, body = text] = text.split("async ({ world }) => {\n");
  return body.replace(/\}(?:, [\d_]+)?\);\n$/, "");
}

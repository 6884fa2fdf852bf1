import { listMessages } from "@antechamber/contract/messages";
import {
  createWebhook,
  executeGithubWebhook,
  executeSlackWebhook,
} from "@antechamber/contract/webhooks";
import { describe, expect, test } from "vitest";
import { aChannel } from "../../../testing/records.ts";
import { aMessageScene, asAlice, ids } from "../../../testing/calls/message-calls.ts";
import { channels } from "../../guilds/guild.ts";
import { webhookHandlers } from "../../guilds/webhooks/handlers.ts";
import { githubEmbed, githubEvents } from "./github.ts";

async function aWebhook() {
  const granted = ["VIEW_CHANNEL", "MANAGE_WEBHOOKS"] as const;
  const scene = await aMessageScene({ handlers: webhookHandlers, granted });
  const at = { as: asAlice, params: { channel_id: ids.general } };
  const made = await scene.call(createWebhook, { ...at, body: { name: "Crier" } });
  const { id, token = "" } = made.body;
  const path = {
    as: { kind: "nobody" },
    params: { webhook_id: id, webhook_token: token },
  } as const;
  const slack = (body: object, query = {}) =>
    scene.call(executeSlackWebhook, { ...path, query, body });
  const github = (body: object, query = {}) =>
    scene.call(executeGithubWebhook, { ...path, query, body });
  const sent = async () => (await scene.call(listMessages, at)).body;
  return { ...scene, slack, github, sent };
}

test.each(["slack", "github"] as const)(
  "a message in %s's format is refused in a forum",
  async (form) => {
    const { seed, ...scene } = await aWebhook();
    await seed((tx) => tx.put(channels, aChannel(ids.general, { guild_id: ids.guild, type: 15 })));
    const body = form === "slack" ? { text: "Done" } : { zen: "Design for failure." };
    const refused = { status: 400, body: { code: 220_004 } };
    expect(await scene[form](body)).toMatchObject(refused);
    expect(await scene[form](body, { thread_id: "5" })).toMatchObject(refused);
  },
);

describe("a message in Slack's format", () => {
  test("is limited like embeds", async () => {
    const { slack, sent } = await aWebhook();
    const fields = Array.from({ length: 25 }, () => ({ title: "Log", value: "x".repeat(1024) }));
    expect(await slack({ attachments: [{ fields }] })).toMatchObject({
      status: 400,
      body: { code: 50035, errors: { embeds: { _errors: [{ code: "MAX_EMBED_SIZE_EXCEEDED" }] } } },
    });
    const nothing = { title_link: "https://ci.example/7" };
    expect(await slack({ attachments: [nothing] })).toMatchObject({
      status: 400,
      body: { errors: { embeds: { 0: { description: { _errors: [{}] } } } } },
    });
    expect(await sent()).toEqual([]);
  });

  test("is answered with ok, and shown with its contents", async () => {
    const { slack, sent } = await aWebhook();
    const attachment = {
      title: " Build ",
      title_link: "https://ci.example/7",
      pretext: "Done:",
      text: "<https://ci.example/7|All> is well",
      color: "good",
      ts: 1_800_000_000,
      footer: "ci",
      author_name: "Mona",
      image_url: "https://ci.example/a.png",
      fields: [
        { title: "Branch", value: "main", short: true },
        { title: "", value: "nothing" },
      ],
    };
    const body = {
      text: "Hi <https://x.example|there>",
      username: "CI",
      attachments: [attachment],
    };
    expect(await slack(body)).toEqual({ status: 200, body: "ok" });
    expect(await sent()).toMatchObject([
      {
        content: "Hi [there](https://x.example)",
        author: { username: "CI" },
        embeds: [
          {
            title: "Build",
            url: "https://ci.example/7",
            description: "Done:\n[All](https://ci.example/7) is well",
            color: 0x2e_b8_86,
            timestamp: "2027-01-15T08:00:00.000000+00:00",
            footer: { text: "ci" },
            author: { name: "Mona" },
            image: { url: "https://ci.example/a.png" },
            fields: [{ name: "Branch", value: "main", inline: true }],
          },
        ],
      },
    ]);
  });

  test.each([
    ["#36a64f", 0x36_a6_4f],
    ["#3af", 0x33_aa_ff],
    ["danger", 0xa3_02_00],
    ["#36a6", undefined],
  ])("has the colour %s", async (color, expected) => {
    const { slack, sent } = await aWebhook();
    await slack({ attachments: [{ text: "x", color }] });
    const [embed] = (await sent()).flatMap(({ embeds }) => embeds as { color?: number }[]);
    expect(embed?.color).toBe(expected);
  });

  test("is refused if empty, with its errors at their paths", async () => {
    const { slack } = await aWebhook();
    expect((await slack({ text: null, attachments: [{ color: "#ff0000" }] })).body).toMatchObject({
      code: 50006,
    });
    expect(await slack({ text: "x", attachments: [{ title_link: "nowhere" }] })).toMatchObject({
      status: 400,
      body: { errors: { attachments: { 0: { title_link: { _errors: [{}] } } } } },
    });
  });
});

const sender = {
  id: 1,
  login: "mona",
  html_url: "https://g.example/mona",
  avatar_url: "https://g.example/m.png",
};
const repository = { id: 2, html_url: "https://g.example/r", name: "r", full_name: "mona/r" };
const issue = {
  id: 3,
  number: 7,
  html_url: "https://g.example/r/7",
  user: sender,
  title: "It rains",
};
const comment = {
  id: 4,
  html_url: "https://g.example/c",
  user: sender,
  body: "So it does",
  commit_id: "0123456789",
};
const suite = {
  conclusion: "success",
  head_branch: "main",
  head_sha: "0123456789",
  app: { name: "CI" },
};
const checkOf = (more: object) => ({
  action: "completed",
  check_suite: { ...suite, ...more },
});
const commit = {
  id: "0123456789",
  url: "https://g.example/r/0123456789",
  message: "Close the window\n\nIt rains.",
  author: { name: "Mona", username: "mona" },
};
const discussion = { title: "Rain", number: 9, html_url: "https://g.example/d", user: sender };

/** Each event that leads to a message, with a payload and the title of the embed. */
const cases: readonly (readonly [string, object, string])[] = [
  ["push", { ref: "refs/heads/main", commits: [commit] }, "[mona/r:main] 1 new commit"],
  ["issues", { action: "opened", issue }, "[mona/r] Issue opened: #7 It rains"],
  [
    "pull_request",
    { action: "closed", pull_request: issue },
    "[mona/r] Pull request closed: #7 It rains",
  ],
  [
    "issue_comment",
    { action: "created", issue, comment },
    "[mona/r] New comment on issue #7: It rains",
  ],
  [
    "pull_request_review",
    {
      action: "submitted",
      pull_request: issue,
      review: { user: sender, html_url: "https://g.example/v", state: "approved" },
    },
    "[mona/r] Pull request review submitted: #7 It rains",
  ],
  [
    "pull_request_review_comment",
    { action: "created", pull_request: issue, comment },
    "[mona/r] New review comment on pull request: #7 It rains",
  ],
  ["commit_comment", { comment }, "[mona/r] New comment on commit `0123456`"],
  ["create", { ref: "rain", ref_type: "branch" }, "[mona/r] New branch created: rain"],
  ["delete", { ref: "v1", ref_type: "tag" }, "[mona/r] Tag deleted: v1"],
  ["fork", { forkee: { ...repository, full_name: "lisa/r" } }, "[mona/r] Fork created: lisa/r"],
  ["member", { action: "added", member: sender }, "[mona/r] New collaborator added: mona"],
  ["public", {}, "[mona/r] Now open sourced!"],
  [
    "release",
    {
      action: "published",
      release: { id: 5, tag_name: "v1", html_url: "https://g.example/v1", author: sender },
    },
    "[mona/r] New release published: v1",
  ],
  ["watch", { action: "started" }, "[mona/r] New star added"],
  [
    "check_run",
    {
      action: "completed",
      check_run: {
        name: "lint",
        conclusion: "failure",
        html_url: "https://g.example/l",
        check_suite: suite,
      },
    },
    "[mona/r] lint failure on main",
  ],
  ["check_suite", { action: "completed", check_suite: suite }, "[mona/r] CI success on main"],
  ["discussion", { action: "created", discussion }, "[mona/r] New discussion: #9 Rain"],
  [
    "discussion_comment",
    { action: "created", discussion, comment },
    "[mona/r] New comment on discussion: #9 Rain",
  ],
];

describe("a GitHub event", () => {
  test("is tested for every supported type", () => {
    expect(cases.map(([event]) => event).toSorted()).toEqual(githubEvents.toSorted());
  });

  test.each(cases)("is shown for %s", (event, payload, title) => {
    expect(githubEmbed(event, { sender, repository, ...payload })).toMatchObject({
      title,
      author: { name: "mona" },
    });
  });

  test.each([
    ["an event that is not told", "star", {}],
    ["a push of nothing", "push", { commits: [] }],
    ["an issue that got a label", "issues", { action: "labeled", issue }],
    ["a check that runs", "check_suite", { action: "requested", check_suite: suite }],
    ["an event without its parts", "fork", {}],
  ])("is ignored for %s", (_, event, payload) => {
    expect(githubEmbed(event, { sender, repository, ...payload })).toBeUndefined();
  });

  const rain = { ...issue, body: "Everywhere" };
  const inPull = { ...issue, pull_request: {} };

  test.each([
    [
      "commits of two, pushed by force",
      "push",
      {
        ref: "refs/heads/main",
        forced: true,
        compare: "https://g.example/compare",
        commits: [commit, { ...commit, author: { name: "Mona Lisa" } }],
      },
      {
        title: "[mona/r:main] 2 force-pushed commits",
        url: "https://g.example/compare",
        description: expect.stringMatching(/ - mona\n.* - Mona Lisa$/) as string,
      },
    ],
    [
      "an issue that is opened, with its text",
      "issues",
      { action: "reopened", issue: rain },
      {
        title: "[mona/r] Issue reopened: #7 It rains",
        url: rain.html_url,
        description: rain.body,
        color: 0xeb_64_20,
      },
    ],
    [
      "a pull request that is opened, with its text",
      "pull_request",
      { action: "opened", pull_request: rain },
      {
        title: "[mona/r] Pull request opened: #7 It rains",
        description: rain.body,
        color: 0x00_98_00,
      },
    ],
    [
      "a comment on a pull request",
      "issue_comment",
      { action: "created", issue: inPull, comment },
      { title: "[mona/r] New comment on pull request #7: It rains", description: comment.body },
    ],
    [
      "a branch that is deleted",
      "delete",
      { ref: "refs/heads/rain", ref_type: "branch" },
      { title: "[mona/r] Branch deleted: rain", url: repository.html_url },
    ],
    [
      "a check of no branch",
      "check_suite",
      checkOf({ head_branch: null }),
      { title: "[mona/r] CI success" },
    ],
    [
      "a check without a result",
      "check_suite",
      checkOf({ conclusion: null }),
      { title: "[mona/r] CI completed on main", color: 0xfc_29_29 },
    ],
    [
      "what is in no repository",
      "member",
      { action: "added", member: sender, repository: null },
      { title: "[GitHub] New collaborator added: mona", url: sender.html_url },
    ],
  ])("is shown with its details for %s", (_, event, payload, embed) => {
    expect(githubEmbed(event, { sender, repository, ...payload })).toMatchObject(embed);
  });

  test.each([
    ["closed issue", "issues", { issue: rain }],
    ["closed pull request", "pull_request", { pull_request: rain }],
  ])("for a %s is shown without text and colour", (_, event, payload) => {
    const embed = githubEmbed(event, { sender, repository, action: "closed", ...payload });
    expect(embed).toHaveProperty("url", rain.html_url);
    expect(embed).not.toHaveProperty("description");
    expect(embed).not.toHaveProperty("color");
  });

  /** Events that lead to a message only for some of their actions. */
  const untold = cases.filter(([, payload]) => "action" in payload);
  test.each(untold)("for %s is ignored if its action is different", (event, payload) => {
    const edited = { sender, repository, ...payload, action: "edited" };
    expect(githubEmbed(event, edited)).toBeUndefined();
  });

  test("shows commits by their first line, and truncates long texts", () => {
    const many = githubEmbed("push", {
      sender,
      repository,
      ref: "refs/heads/main",
      commits: [commit],
    });
    expect(many?.description).toBe(
      "[`0123456`](https://g.example/r/0123456789) Close the window - mona",
    );
    const long = { ...issue, title: "x".repeat(300), body: "y".repeat(5000) };
    const cut = githubEmbed("issues", { sender, repository, action: "opened", issue: long });
    expect([cut?.title.length, cut?.description?.length]).toEqual([256, 2000]);
  });

  test("without its name sends nothing", async () => {
    const { github, sent } = await aWebhook();
    expect((await github({ sender, repository })).status).toBe(204);
    expect(await sent()).toEqual([]);
  });
});

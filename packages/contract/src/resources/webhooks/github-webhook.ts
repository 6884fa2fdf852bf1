// What GitHub sends to a webhook. Source: protocol: webhooks-and-applications 1.5.
import { open } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import {
  anything,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  type TSchema,
} from "../../schema/values.ts";
import { compatibleErrors, CompatibleQuery } from "./slack-webhook.ts";

function maybe<S extends TSchema>(schema: S) {
  return optional(nullable(schema));
}

const Id = integer({ min: 0, width: "int53" });

const GithubUser = object({ id: Id, login: text(), html_url: text(), avatar_url: text() });

const GithubIssue = object({
  id: Id,
  number: integer(),
  html_url: text(),
  user: GithubUser,
  title: text(),
  body: maybe(text()),
  /** Present if the issue is a pull request. */
  pull_request: optional(anything()),
});

const GithubComment = object({
  id: Id,
  html_url: text(),
  user: GithubUser,
  commit_id: maybe(text()),
  body: text(),
});

const GithubCommit = object({
  id: text(),
  url: text(),
  message: text(),
  author: object({ username: maybe(text()), name: text() }),
});

const GithubRepository = object({
  id: Id,
  html_url: text(),
  name: text(),
  full_name: text(),
});

const pullRequests = maybe(list(object({ number: integer() })));

const GithubCheckSuite = object({
  conclusion: maybe(text()),
  head_branch: maybe(text()),
  head_sha: text(),
  pull_requests: pullRequests,
  app: object({ name: text() }),
});

/** The payload of any event; the header `X-GitHub-Event` names the event. */
export const GithubPayload = object({
  action: maybe(text()),
  ref: maybe(text()),
  ref_type: maybe(text()),
  comment: maybe(GithubComment),
  issue: maybe(GithubIssue),
  pull_request: maybe(GithubIssue),
  repository: maybe(GithubRepository),
  forkee: maybe(GithubRepository),
  sender: GithubUser,
  member: maybe(GithubUser),
  release: maybe(object({ id: Id, tag_name: text(), html_url: text(), author: GithubUser })),
  head_commit: maybe(GithubCommit),
  commits: maybe(list(GithubCommit)),
  forced: maybe(Bool),
  compare: maybe(text()),
  review: maybe(object({ user: GithubUser, body: maybe(text()), html_url: text(), state: text() })),
  check_run: maybe(
    object({
      conclusion: maybe(text()),
      name: text(),
      html_url: text(),
      check_suite: GithubCheckSuite,
      details_url: maybe(text()),
      output: maybe(object({ title: maybe(text()), summary: maybe(text()) })),
      pull_requests: pullRequests,
    }),
  ),
  check_suite: maybe(GithubCheckSuite),
  discussion: maybe(
    object({
      title: text(),
      number: integer(),
      html_url: text(),
      answer_html_url: maybe(text()),
      body: maybe(text()),
      user: GithubUser,
    }),
  ),
  answer: maybe(GithubComment),
});

export const executeGithubWebhook = endpoint({
  id: "webhooks.github",
  source: "protocol: webhooks-and-applications 1.5",
  summary: "Execute a webhook with a GitHub event; some events send no message.",
  method: "POST",
  path: "/webhooks/{webhook_id}/{webhook_token}/github",
  auth: [open],
  outsideGlobalLimit: true,
  query: CompatibleQuery,
  body: GithubPayload,
  replies: { 204: none },
  errors: compatibleErrors,
});

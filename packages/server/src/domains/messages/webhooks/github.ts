// The embed that a channel receives for an event from GitHub.
// Source: protocol: webhooks-and-applications 1.5.
import type { Static } from "@antechamber/contract/schema";
import type { GithubPayload } from "@antechamber/contract/webhooks";
import { definedFields } from "../../../platform/defined-fields.ts";

type Payload = Static<typeof GithubPayload>;

/** The part of an embed that depends on the event. */
interface Notice {
  readonly title: string;
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly color?: number;
}

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 2000;
const COMMITS_SHOWN = 20;
const SHA_SHOWN = 7;

/** The embed colours of events. Source: assumed: as channels show these events. */
const color = {
  push: 0x72_89_da,
  opened: 0xeb_64_20,
  comment: 0xe6_8d_60,
  pullRequest: 0x00_98_00,
  good: 0x00_98_00,
  bad: 0xfc_29_29,
} as const;

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function shortSha(sha: string): string {
  return sha.slice(0, SHA_SHOWN);
}

/** The name of a branch or a tag, such as `main` for `refs/heads/main`. */
function nameOfRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

/** A title such as `Issue opened: #7 It rains`. */
function numbered(
  what: string,
  { number, title, html_url: url }: { number: number; title: string; html_url: string },
): Notice {
  return { title: `${what}: #${number} ${title}`, url };
}

function push({ ref, commits, compare, forced }: Payload): Notice | undefined {
  const all = commits ?? [];
  if (all.length === 0) return undefined;
  const lines = all.slice(0, COMMITS_SHOWN).map(({ id, url, message, author }) => {
    return `[\`${shortSha(id)}\`](${url}) ${firstLine(message)} - ${author.username ?? author.name}`;
  });
  const noun = all.length === 1 ? "commit" : "commits";
  const how = forced === true ? "force-pushed" : "new";
  return {
    title: `:${nameOfRef(ref ?? "")}] ${all.length} ${how} ${noun}`,
    url: compare ?? undefined,
    description: lines.join("\n"),
    color: color.push,
  };
}

const opening: ReadonlySet<string> = new Set(["opened", "reopened", "closed"]);

function issues({ action, issue }: Payload): Notice | undefined {
  if (!issue || !opening.has(action ?? "")) return undefined;
  const notice = numbered(`Issue ${action}`, issue);
  return action === "closed" ? notice : { ...notice, description: issue.body, color: color.opened };
}

function pullRequest({ action, pull_request: pull }: Payload): Notice | undefined {
  if (!pull || !opening.has(action ?? "")) return undefined;
  const notice = numbered(`Pull request ${action}`, pull);
  return action === "closed"
    ? notice
    : { ...notice, description: pull.body, color: color.pullRequest };
}

function issueComment({ action, issue, comment }: Payload): Notice | undefined {
  if (!issue || !comment || action !== "created") return undefined;
  const on = issue.pull_request === undefined ? "issue" : "pull request";
  const { title } = numbered(`New comment on ${on} #${issue.number}`, issue);
  return {
    title: title.replace(`: #${issue.number} `, ": "),
    url: comment.html_url,
    description: comment.body,
    color: color.comment,
  };
}

function review({ action, review: ownReview, pull_request: pull }: Payload): Notice | undefined {
  if (!ownReview || !pull || action !== "submitted") return undefined;
  const notice = numbered(`Pull request review submitted`, pull);
  return { ...notice, url: ownReview.html_url, description: ownReview.body };
}

function reviewComment({ action, comment, pull_request: pull }: Payload): Notice | undefined {
  if (!comment || !pull || action !== "created") return undefined;
  const notice = numbered("New review comment on pull request", pull);
  return { ...notice, url: comment.html_url, description: comment.body };
}

function commitComment({ comment }: Payload): Notice | undefined {
  if (!comment) return undefined;
  const sha = shortSha(comment.commit_id ?? "");
  return {
    title: `New comment on commit \`${sha}\``,
    url: comment.html_url,
    description: comment.body,
  };
}

function created({ ref, ref_type: type }: Payload): Notice | undefined {
  return { title: `New ${type ?? "branch"} created: ${nameOfRef(ref ?? "")}` };
}

function deleted({ ref, ref_type: type }: Payload): Notice | undefined {
  const what = type === "tag" ? "Tag" : "Branch";
  return { title: `${what} deleted: ${nameOfRef(ref ?? "")}` };
}

/** The notice of a completed check. */
function checked(
  { action }: Payload,
  check:
    | { name: string; conclusion?: string | null; branch?: string | null; url?: string }
    | undefined,
): Notice | undefined {
  if (check === undefined || action !== "completed") return undefined;
  const isGood = check.conclusion === "success";
  const on = check.branch ? ` on ${check.branch}` : "";
  return {
    title: `${check.name} ${check.conclusion ?? "completed"}${on}`,
    url: check.url,
    color: isGood ? color.good : color.bad,
  };
}

/** The notice for each event, by its name. */
const events: Readonly<Record<string, (payload: Payload) => Notice | undefined>> = {
  push,
  issues,
  pull_request: pullRequest,
  issue_comment: issueComment,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  commit_comment: commitComment,
  create: created,
  delete: deleted,
  fork: ({ forkee }) =>
    forkee ? { title: `Fork created: ${forkee.full_name}`, url: forkee.html_url } : undefined,
  member: ({ member, action }) =>
    member && action === "added"
      ? { title: `New collaborator added: ${member.login}`, url: member.html_url }
      : undefined,
  public: () => ({ title: "Now open sourced!" }),
  release: ({ release, action }) =>
    release && action === "published"
      ? { title: `New release published: ${release.tag_name}`, url: release.html_url }
      : undefined,
  watch: ({ action }) => (action === "started" ? { title: "New star added" } : undefined),
  check_run: (payload) => {
    const { check_run: run } = payload;
    const branch = run?.check_suite.head_branch;
    return checked(
      payload,
      run ? { ...run, url: run.html_url, ...definedFields({ branch }) } : undefined,
    );
  },
  check_suite: (payload) => {
    const { check_suite: suite } = payload;
    const branch = suite?.head_branch;
    return checked(
      payload,
      suite ? { ...suite, name: suite.app.name, ...definedFields({ branch }) } : undefined,
    );
  },
  discussion: ({ action, discussion }) =>
    discussion && action === "created"
      ? { ...numbered("New discussion", discussion), description: discussion.body }
      : undefined,
  discussion_comment: ({ action, discussion, comment }) =>
    discussion && comment && action === "created"
      ? {
          ...numbered("New comment on discussion", discussion),
          url: comment.html_url,
          description: comment.body,
        }
      : undefined,
};

/**
 * The names of the events that lead to a message.
 *
 * @public for tests, which send each of them
 */
export const githubEvents: readonly string[] = Object.keys(events);

/** The embed for an event, or undefined for an event that leads to no message. */
export function githubEmbed(event: string, payload: Payload) {
  const notice = Object.hasOwn(events, event) ? events[event]?.(payload) : undefined;
  if (notice === undefined) return undefined;
  const { sender, repository } = payload;
  const { title, description } = notice;
  const place = repository ? `[${repository.full_name}` : "[GitHub";
  // The title of a push begins with the branch, which goes inside the brackets.
  const whole = title.startsWith(":") ? `${place}${title}` : `${place}] ${title}`;
  const about = description ? cut(description, DESCRIPTION_MAX) : undefined;
  const { url = repository?.html_url } = notice;
  return {
    title: cut(whole, TITLE_MAX),
    ...definedFields({ description: about, url, color: notice.color }),
    author: { name: sender.login, url: sender.html_url, icon_url: sender.avatar_url },
  };
}

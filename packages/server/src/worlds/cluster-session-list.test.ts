// Listing the gateway sessions of several processes in one of them.
import { expect, test } from "vitest";
import type { LiveSession, SessionRow } from "../control/lists/session-list.ts";
import { noBus, type AnswerTo, type Bus, type Question } from "../platform/bus.ts";
import { clusterSessionList } from "./cluster-session-list.ts";

function aSession(number: number): LiveSession {
  return {
    id: `session ${number}`,
    number,
    owner: { kind: "bot", userId: "1", applicationId: "1" },
    intents: 0,
    shard: undefined,
    compress: false,
    sequence: 1,
    connectedSince: undefined,
    link: undefined,
  };
}

/** Processes of one service on a shared bus, and the sessions that each lists. */
function processesWith(...sessions: readonly (readonly number[])[]) {
  const answerers: AnswerTo[] = [];
  const questions: Question[] = [];
  const busOf = (own: number): Bus => ({
    ...noBus,
    isShared: true,
    isUp: () => true,
    answer(_topic, answer) {
      answerers[own] = answer;
      return () => undefined;
    },
    async ask(question) {
      questions.push(question);
      const others = answerers.filter((_, at) => at !== own);
      const sent = JSON.parse(JSON.stringify(question.body)) as unknown;
      const answers = await Promise.all(others.map((answer) => answer(sent, "")));
      return { answers: JSON.parse(JSON.stringify(answers)) as unknown[], isComplete: true };
    },
  });
  const all = sessions.map((numbers, id) =>
    clusterSessionList({
      bus: busOf(id),
      store: {
        processes: { own: () => ({ id, epoch: String(id) }), refresh: async () => undefined },
      },
      sessions: () => numbers.map(aSession),
    }),
  );
  return { all, questions, answerers };
}

const numbers = (rows: readonly SessionRow[]) =>
  rows.map(({ item }) => Number(item.id.replace("session ", "")));

test("every process lists the sessions of all in the order of their start", async () => {
  const { all } = processesWith([1, 4], [2, 3], []);
  for (const listed of all) {
    expect(numbers(await listed.rows({ after: undefined, limit: 10 }))).toEqual([1, 2, 3, 4]);
  }
});

test("pages continue after the last session of the previous page, at any process", async () => {
  const { all } = processesWith([1, 3, 5], [1, 2, 5]);
  const found: number[] = [];
  let after: string | undefined;
  for (let turn = 0; ; turn += 1) {
    const page = (await all[turn % 2]?.rows({ after, limit: 2 })) ?? [];
    found.push(...numbers(page));
    after = page.at(-1)?.place;
    if (page.length < 2) break;
  }
  expect(found).toEqual([1, 1, 2, 3, 5, 5]);
});

test("a process sends at most a page of sessions", async () => {
  const { all, answerers } = processesWith([1], [2, 3, 4]);
  await all[0]?.rows({ after: undefined, limit: 2 });
  expect(await answerers[1]?.({ limit: 2 }, "")).toHaveLength(2);
});

test("a process of an earlier version is left out", async () => {
  const { all, answerers } = processesWith([1], [2]);
  answerers[1] = async () => null;
  expect(numbers((await all[0]?.rows({ after: undefined, limit: 9 })) ?? [])).toEqual([1]);
});

test("a page ends where any process may have more, so that none is skipped", async () => {
  const { all } = processesWith([1, 2, 3], [10, 11]);
  const page = async (after: string | undefined) => (await all[0]?.rows({ after, limit: 2 })) ?? [];
  const first = await page(undefined);
  expect(numbers(first)).toEqual([1, 2]);
  expect(numbers(await page(first.at(-1)?.place))).toEqual([3, 10]);
});

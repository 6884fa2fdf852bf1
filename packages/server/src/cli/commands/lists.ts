// `antechamber lobbies` and `webhooks`: list lobbies and deliveries, and redeliver events.
import type { types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { table } from "../output.ts";
import { LIST_MAX, type Session } from "../session.ts";
import type { Listening } from "./webhooks-listen.ts";

export function addLists(program: Command, act: Act): void {
  const lobbies = act(program.command("lobbies").description("List the lobbies"), listLobbies);
  act(lobbies.command("list").description("List the lobbies"), listLobbies);
  act(
    lobbies.command("show").description("Show one lobby").argument("<lobby>", "its id"),
    showLobby,
  );
  act(
    lobbies
      .command("close")
      .description("Close a lobby as its application would")
      .argument("<lobby>", "its id"),
    closeLobby,
  );
  const webhooks = act(
    program.command("webhooks").description("List what was delivered to webhooks, and what waits"),
    listDeliveries,
  );
  act(webhooks.command("list").description("List deliveries"), listDeliveries);
  act(
    webhooks
      .command("redeliver")
      .description("Deliver an event again")
      .argument("<delivery>", "its id"),
    redeliver,
  );
  act<Listening>(
    webhooks
      .command("listen")
      .description("Receive an application's events here, check their signatures and show them")
      .option("--app <application>", "application to receive events of (default: the only one)")
      .option(
        "--events <types>",
        "event types, separated by commas (default: those set before, else all)",
      )
      .option("--port <number>", "port to listen on; 0 picks a free one", "0")
      .option("--forward-to <address>", "forward each event there, and pass its answer back"),
    async (session, options) => {
      // Loaded on use, since no other command needs it.
      const { listen } = await import("./webhooks-listen.ts");
      await listen(session, options);
    },
  );
}

async function listLobbies(session: Session): Promise<void> {
  const page = await session.call("control.lobbies.list", { query: { limit: LIST_MAX } });
  session.out.show(page, () =>
    page.items.length === 0
      ? ["  there are no lobbies"]
      : [...table(page.items.map(lobbyCells)), ...moreAfter(page)],
  );
}

/** What stands below a list that is not the whole one. */
function moreAfter({ next }: { readonly next: string | null }): readonly string[] {
  return next === null ? [] : [`  … and more: these are the first ${LIST_MAX}`];
}

function lobbyCells({ id, members, connected, metadata, linked_channel: linked }: types.LobbyItem) {
  const people = `${members} members, ${connected} connected`;
  const where = linked === null ? "" : `linked to ${linked}`;
  return ["", id, people, where, metadata === null ? "" : JSON.stringify(metadata)];
}

async function showLobby(session: Session, _: object, id = ""): Promise<void> {
  const lobby = await session.call("control.lobbies.get", { path: { lobby_id: id } });
  const { member_list: people, ...fields } = lobby;
  session.out.show(lobby, () => [
    ...table(Object.entries(fields).map(([name, value]) => ["", name, JSON.stringify(value)])),
    ...table(people.map(personCells)),
  ]);
}

function personCells(member: types.LobbyDetail["member_list"][number]): readonly string[] {
  const { id, additional_name: name, flags, metadata, connected } = member;
  const called = name === undefined ? "" : `called ${name}`;
  const more = metadata === null ? "" : JSON.stringify(metadata);
  return ["", "member", id, connected ? "connected" : "away", `flags ${flags}`, called, more];
}

async function closeLobby(session: Session, _: object, id = ""): Promise<void> {
  await session.call("control.lobbies.remove", { path: { lobby_id: id } });
  await listLobbies(session);
}

async function listDeliveries(session: Session): Promise<void> {
  const page = await session.call("control.deliveries.list", { query: { limit: LIST_MAX } });
  session.out.show(page, () =>
    page.items.length === 0
      ? ["  nothing was delivered"]
      : [...table(page.items.map(deliveryCells)), ...moreAfter(page)],
  );
}

function deliveryCells({ id, type, state, url, attempts }: types.DeliveryItem): readonly string[] {
  const last = attempts.at(-1);
  const answer = last === undefined ? "" : String(last.status ?? last.error ?? "no answer");
  return [
    "",
    id,
    type,
    state,
    `${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`,
    answer,
    url ?? "",
  ];
}

async function redeliver(session: Session, _: object, id = ""): Promise<void> {
  const reply = await session.call("control.deliveries.redeliver", { path: { delivery_id: id } });
  session.out.show(reply, () => table([deliveryCells(reply.delivery)]));
}

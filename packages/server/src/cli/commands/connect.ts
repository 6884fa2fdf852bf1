// `antechamber connect`: prints the settings with which a client library calls this service.
import { clientAddressOf, clientSnippets } from "@antechamber/contract/client-snippets";
import type { Command } from "commander";
import { nearest } from "../../kit/client/nearest.ts";
import type { Act } from "../acting.ts";
import { wrongUsage } from "../failures.ts";
import { withOffers } from "../offers.ts";
import type { Session } from "../session.ts";

/** Libraries without a setting for the API's URL. */
const withoutSetting = ["eris", "seyfert", "discordrb"];

export function addConnect(program: Command, act: Act): void {
  act(
    withOffers(
      program
        .command("connect")
        .description("Print the lines that point a client library at this service")
        .argument("<library>", Object.keys(clientSnippets).join(", ")),
      { library: Object.keys(clientSnippets) },
    ),
    connect,
  );
}

async function connect(session: Session, _: object, library = ""): Promise<void> {
  const found = await snippetFor(session, library);
  session.out.show(found, () => [found.snippet]);
}

export interface Snippet {
  readonly library: string;
  readonly snippet: string;
}

/**
 * The settings that connect a library to the session's world. @throws CommandFailure for an unknown
 * one
 */
export async function snippetFor(session: Session, library: string): Promise<Snippet> {
  const names = Object.keys(clientSnippets);
  const name = names.find((each) => each.toLowerCase() === library.toLowerCase());
  if (name === undefined) {
    const unsupported = withoutSetting.find((each) => each === library.toLowerCase());
    if (unsupported !== undefined) {
      wrongUsage(
        `${unsupported} has no setting for it: \`antechamber run -- <command>\` redirects it without a change`,
      );
    }
    wrongUsage(
      `there are no lines for "${library}"; did you mean ${nearest(library, names).join(", ")}? \`antechamber run\` redirects any program without a change`,
    );
  }
  const url = await session.worldUrl();
  const snippet = clientSnippets[name]?.(clientAddressOf(url)) ?? "";
  return { library: name, snippet };
}

// `sign_in`: accepts or refuses the sign-in of a site as a user, or gives a token of that user.
import { Bool, described, list, object, optional, text } from "@antechamber/contract/schema";
import { consent } from "../../kit/client/oauth.ts";
import { ToolFailure } from "../answers.ts";
import { reference, tool, writtenWorld } from "../tool.ts";

export const signIn = tool({
  name: "sign_in",
  title: "Sign in as a user",
  description:
    "With `address`, the /oauth2/authorize URL that a site sends the browser to: accept or refuse as the user, and get the URL the browser goes to next, with its code. Without it: a user token for an hour, for tests of clients. No other tool shows a token.",
  input: object({
    user: reference("A user's name or id."),
    address: optional(
      described(
        "The URL that the site sends the browser to: …/oauth2/authorize?client_id=…",
        text({ min: 1, max: 8192 }),
      ),
    ),
    accept: optional(described("False refuses. Absent: true.", Bool)),
    scopes: optional(
      described(
        "The scopes that the site should ask for; anything else is an error.",
        list(text({ min: 1, max: 100 }), { max: 50 }),
      ),
    ),
    world: writtenWorld,
  }),
  isReadOnly: false,
  async run({ user, address, accept = true, scopes, world }, { worlds, secrets }) {
    const { name, session } = worlds.writing(world);
    const { token, expires_at: ends } = await session.call("control.session", { path: { user } });
    secrets.add(token);
    if (address === undefined) {
      return {
        head: [`a token of ${user} in world ${name}, until ${ends}:`],
        foot: ["next: send it as Authorization, without a prefix"],
        shown: [token],
      };
    }
    if (!URL.canParse(address)) {
      throw new ToolFailure(
        `address: "${address}" is not a URL`,
        "pass the whole URL, with http://",
      );
    }
    const url = await session.worldUrl();
    const request = { url, token, address, accept, ...(scopes === undefined ? {} : { scopes }) };
    try {
      const location = await consent(request);
      return {
        head: [`${user} ${accept ? "accepted" : "refused"} in world ${name}; the browser goes to`],
        foot: ["next: call that URL as the browser would; its code works once, for 100 seconds"],
        shown: [location],
      };
    } catch (error) {
      throw new ToolFailure(
        (error as Error).message,
        "fix the URL that the site builds: reference {guide: 'sign-in'} has a whole example",
      );
    }
  },
});

// The device page: the handlers of its GET and POST. Source: protocol: gateway-oauth-limits 5.6.
import { limits } from "@antechamber/contract";
import { UnknownUserCode } from "@antechamber/contract/oauth";
import type { FastifyReply } from "fastify";
import type { SignedIn } from "../../domains/oauth/browser-session.ts";
import { decideDevice, pendingDevice } from "../../domains/oauth/device.ts";
import { ApiError } from "../../platform/api-error.ts";
import { windowKey, type Claim } from "../../platform/rate-limit-counters.ts";
import type { ApplicationRecord } from "../../domains/applications/application.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import { accountObstacle, scopeList, signedInAs } from "./consent-page.ts";
import { formFields } from "./browser.ts";
import { answerOwnForm } from "./csrf.ts";
import {
  isOneTooMany,
  haveTooManyFailed,
  proofFor,
  queryOf,
  sendToSignIn,
  show,
  showNotice,
  pageContext,
  type PageContext,
} from "./page-context.ts";
import { html } from "./html.ts";
import { alert, page } from "./layout.ts";

const NO_SUCH_CODE =
  "No device waits with this code. Look at the device again: codes last five minutes.";

function isUnknownCode(error: unknown): boolean {
  return error instanceof ApiError && error.declaration.name === UnknownUserCode.name;
}

/** Limits invalid codes per user, because codes are short enough to be guessed. */
function triesOf({ person }: SignedIn): Claim {
  const { value: max, windowMs } = limits.deviceVerifications;
  return { key: windowKey("activate", `user ${person.id}`), max, windowMs };
}

/** Refuses a code that no device is waiting with. */
async function refuseCode(visit: PageContext, signedIn: SignedIn): Promise<FastifyReply> {
  if (await isOneTooMany(visit, triesOf(signedIn))) return refuseGuessing(visit);
  return show(visit, 400, codePage(signedIn.person, NO_SUCH_CODE));
}

function refuseGuessing(visit: PageContext): FastifyReply {
  return showNotice(visit, 429, [
    "Too many tries",
    "Wait a few minutes, then type the code again.",
  ]);
}

/** GET: asks for the code, or, with a code, whether to connect its device. */
export async function showDevice(visit: PageContext): Promise<FastifyReply> {
  const signedIn = await pageContext(visit);
  if (signedIn === undefined) return sendToSignIn(visit);
  const query = queryOf(visit);
  const userCode = query.get("user_code")?.trim() ?? "";
  if (userCode === "") return show(visit, 200, codePage(signedIn.person));
  if (haveTooManyFailed(visit, triesOf(signedIn))) return refuseGuessing(visit);
  return askAbout(visit, signedIn, userCode.toUpperCase());
}

async function askAbout(visit: PageContext, signedIn: SignedIn, userCode: string) {
  const { person } = signedIn;
  const { work } = visit.deps;
  const found = await work.read((ctx) => pendingDevice(ctx, userCode)).catch(undefinedIfUnknown);
  if (found?.code.type !== "pending") return refuseCode(visit, signedIn);
  const { application, code } = found;
  const { scopes } = code;
  const obstacle = accountObstacle(person, scopes);
  const proof = await proofFor(visit);
  return show(visit, 200, devicePage({ person, application, scopes, userCode, proof, obstacle }));
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!isUnknownCode(error)) throw error;
  return undefined;
}

/** POST: connects the device, or refuses it. */
export function answerDevice(visit: PageContext): Promise<FastifyReply> {
  return answerOwnForm(visit, async (signedIn) => {
    if (haveTooManyFailed(visit, triesOf(signedIn))) return refuseGuessing(visit);
    return letIn(visit, signedIn);
  });
}

async function letIn(visit: PageContext, signedIn: SignedIn): Promise<FastifyReply> {
  const { person } = signedIn;
  const fields = formFields(visit.request);
  const user_code = fields.get("user_code") ?? "";
  const result = fields.get("decision") === "accept" ? "granted" : "denied";
  try {
    const { work } = visit.deps;
    await work.transaction((ctx) => decideDevice(ctx, person, { user_code, result }));
  } catch (error) {
    if (!isUnknownCode(error)) throw error;
    return refuseCode(visit, signedIn);
  }
  return result === "granted"
    ? showNotice(visit, 200, ["Your device is connected", "Go back to it; it goes on by itself."])
    : showNotice(visit, 200, ["Nothing was connected", "The device was told that you refused."]);
}

/** A form for the code that the device shows. */
export function codePage(person: UserRecord, problem?: string): string {
  return page(
    "Connect a device",
    signedInAs(person, "/activate"),
    alert(problem),
    html`<form method="get" action="/activate">
      <label for="user_code">The code that your device shows</label>
      <input
        id="user_code"
        name="user_code"
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="20"
        required
      />
      <div class="choices"><button class="first" type="submit">Go on</button></div>
    </form>`,
  );
}

/** What the device page shows. */
export interface DeviceView {
  readonly person: UserRecord;
  readonly application: ApplicationRecord;
  readonly scopes: readonly string[];
  readonly userCode: string;
  readonly proof: string;
  /** Why the person cannot connect it. */
  readonly obstacle?: string | undefined;
}

/** Asks whether to connect the device. */
export function devicePage(view: DeviceView): string {
  const { application, userCode, proof, obstacle } = view;
  const address = `/activate?${new URLSearchParams({ user_code: userCode }).toString()}`;
  return page(
    `Connect your device to ${application.name}`,
    signedInAs(view.person, address),
    alert(obstacle),
    scopeList(view),
    html`<p>
        Go on only if a device of yours shows the code <strong>${userCode}</strong>. Whoever sent
        you this code could otherwise act as you.
      </p>
      <form method="post" action="/activate">
        <input type="hidden" name="proof" value="${proof}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        <div class="choices">
          ${obstacle === undefined && html`<button class="first" type="submit" name="decision" value="accept">Connect</button>`}
          <button type="submit" name="decision" value="refuse">Cancel</button>
        </div>
      </form>`,
  );
}

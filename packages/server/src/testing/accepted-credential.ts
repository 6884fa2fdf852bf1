// What a test calls an endpoint with when anybody who may will do.
import type { EndpointDeclaration } from "@antechamber/contract";
import { CONTROL_KEY, demo } from "./start-service.ts";

/** The `authorization` header of somebody of the demo world whom the endpoint accepts. */
export function acceptedCredential({ auth }: EndpointDeclaration): string {
  const kinds = auth.map(({ kind }) => kind);
  if (kinds.includes("control")) return `Control ${CONTROL_KEY}`;
  if (kinds.includes("bot")) return `Bot ${demo.botToken}`;
  return kinds.includes("signedIn") ? demo.aliceToken : `Bearer ${demo.accessToken}`;
}

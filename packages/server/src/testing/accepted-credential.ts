// A credential with which a test may call any given endpoint.
import type { EndpointDeclaration } from "@antechamber/contract";
import { CONTROL_KEY, demo } from "./start-service.ts";

/** The `authorization` header of a caller from the demo world whom the endpoint accepts. */
export function acceptedCredential({ auth }: EndpointDeclaration): string {
  const kinds = auth.map(({ kind }) => kind);
  if (kinds.includes("control")) return `Control ${CONTROL_KEY}`;
  if (kinds.includes("bot")) return `Bot ${demo.botToken}`;
  return kinds.includes("signedIn") ? demo.aliceToken : `Bearer ${demo.accessToken}`;
}

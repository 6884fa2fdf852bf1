// Sends an application's endpoint a PING with a valid signature and one with an invalid signature,
// and returns both answers and the key that signed. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { error, InvalidForm, UnknownApplication } from "../error.ts";
import { Bool, integer, nullable, object, text, word } from "../schema/values.ts";

const source = "product.md, Control plane";

export const NoSuchEndpoint = error({
  name: "NoSuchEndpoint",
  status: 409,
  code: 0,
  message: "The application has no endpoint URL for these",
  source,
});

/** The result of one PING. */
const Pinged = object({
  /** The HTTP status of the response; null without a response. */
  status: nullable(integer()),
  /** What failed; null if there was a response. */
  error: nullable(text()),
  /** Whether the answer is the required one. */
  passes: Bool,
});

export const probeApplication = endpoint({
  id: "control.applications.probe",
  source,
  summary:
    "Send a PING with a valid signature and one with an invalid signature to an application's endpoint, as setting its URL does. Nothing is changed.",
  method: "POST",
  plane: "control",
  path: "/applications/{application}/probe",
  auth: [control],
  body: object({ endpoint: word(["interactions", "events"]) }),
  replies: { 200: object({ url: text(), signed_well: Pinged, signed_wrongly: Pinged }) },
  errors: [InvalidForm, UnknownApplication, NoSuchEndpoint],
});

export const getVerifyKey = endpoint({
  id: "control.applications.key",
  source,
  summary: "Get the public key that verifies the signatures of deliveries to an application.",
  method: "GET",
  plane: "control",
  path: "/applications/{application}/key",
  auth: [control],
  replies: { 200: object({ verify_key: text() }) },
  errors: [UnknownApplication],
});

import type { Call, Step } from "../calls/call.ts";
import { missingFieldsGuards, type OnIgnoredFields } from "../bodies/missing-fields.ts";
import { bodyReader, type Form } from "../bodies/request-body.ts";

/**
 * Reads the body within its limits. Faults of the form are reported when the handler asks for it:
 * once its subject is found and open to the caller, because 403 and 404 take precedence over them.
 */
export const body: Step = ({ endpoint }, { production }) => {
  if (endpoint.body === undefined) return undefined;
  const read = bodyReader(endpoint, missingFieldsGuards(endpoint, production).body);
  return (call) => {
    const before = call.ignored;
    // The form may be parsed again in each run of the handler, so fields are not appended twice.
    const note: OnIgnoredFields = (fields) => (call.ignored = [...before, ...fields]);
    const form = read(call.body, note);
    if (form instanceof Promise) return waitFor(form, call);
    call.form = form;
    return undefined;
  };
};

async function waitFor(form: Promise<Form>, call: Call): Promise<void> {
  call.form = await form;
  call.hasWaited = true;
}

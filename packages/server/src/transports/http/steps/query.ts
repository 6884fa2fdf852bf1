import { object } from "@antechamber/contract/schema";
import type { Step } from "../calls/call.ts";
import { missingFieldsGuards, type OnIgnoredFields } from "../bodies/missing-fields.ts";
import { queryReader } from "../../../platform/formats/form-fields.ts";

/** Parses the query by its schema, with every fault at its path. */
export const query: Step = ({ endpoint }, { production }) => {
  const guard = missingFieldsGuards(endpoint, production).query;
  if (endpoint.query === undefined && !guard.looks) return undefined;
  const read = queryReader(endpoint.query ?? object({}));
  return (call) => {
    const note: OnIgnoredFields = (fields) => (call.ignored = fields);
    call.query = guard.settle(call.request.query, read(call.request.query), note);
  };
};

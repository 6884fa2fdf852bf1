import {
  pathParameters,
  type EndpointDeclaration,
  type PathParameter,
} from "@antechamber/contract";
import { object, parserOf } from "@antechamber/contract/schema";
import { parsedValue } from "../../../platform/api-error.ts";
import type { Step } from "../calls/call.ts";

/** Reads the parameters in the path. */
export const path: Step = ({ endpoint }) => {
  if (!endpoint.path.includes("{")) return undefined;
  const read = pathReader(endpoint);
  return (call) => {
    call.params = parsedValue(read(call.request.params));
  };
};

function pathReader(endpoint: EndpointDeclaration) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as PathParameter);
  return parserOf(object(Object.fromEntries(names.map((name) => [name, pathParameters[name]]))));
}

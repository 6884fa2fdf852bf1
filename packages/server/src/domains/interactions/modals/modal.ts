// A modal as an answer brings it. Source: protocol: commands-and-interactions 5.5, 6.1.
import type { Fault } from "@antechamber/contract";
import { invalidForm } from "../../../platform/api-error.ts";
import { readModal, type KeptModal } from "../../messages/components/modal-components.ts";

/**
 * The modal in an answer's data, its components with ids.
 *
 * @param at where the data stands in the request
 * @throws InvalidForm
 */
export function modalIn(data: unknown, at: Fault["path"]): KeptModal {
  const reading = readModal(data ?? {});
  if (reading.ok) return reading.value;
  throw invalidForm(...reading.faults.map((fault) => ({ ...fault, path: [...at, ...fault.path] })));
}

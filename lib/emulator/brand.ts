import * as z from "zod";
import { type Body, requiredFields } from "../interface/resource";
import { stepInto } from "../interface/schema-steps";
import { toWire } from "../interface/service";

/** The one field whose elements carry the brand. */
const MAPPING = "idTypeMapping";

/** A body schema that takes the vendor's name for `serviceUnitID`, and no other. */
export function brandedBody(body: Body, vendor: string): Body {
  const mapping = stepInto(body, MAPPING);
  const element = mapping && stepInto(mapping, 0);
  if (element === undefined) return body;
  // the shape is renamed as a body would be, so that the spelling is known in one place only
  const wire = toWire({ [MAPPING]: [(element as z.ZodObject).shape] }, vendor) as { [MAPPING]: [z.ZodRawShape] };
  const branded = body.extend({ [MAPPING]: z.array(z.strictObject(wire[MAPPING][0])).optional() });
  return requiredFields(body).includes(MAPPING) ? branded.required({ [MAPPING]: true }) : branded;
}

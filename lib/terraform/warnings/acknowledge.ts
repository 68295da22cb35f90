import * as z from "zod";
import { riskNames } from "../../protocol/risk-names";
import { warningNames } from "./warning-names";

/** What the prop `acknowledge` takes. */
export const acknowledgeSetting = z.array(z.enum([...new Set([...warningNames, ...riskNames])])).readonly();

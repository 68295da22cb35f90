export { type Emulator, startEmulator } from "./emulator";
export type { Fault, FaultMatch } from "./fault";
export { type Listed, type ReceivedCall, renderListing } from "./listing";
export type { EmulatorOptions, RateLimit } from "./options";
export type { Content, StoredRecord } from "./store";

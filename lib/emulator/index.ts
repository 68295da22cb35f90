export { type Emulator, startEmulator } from "./emulator";
export type { Fault, FaultMatch } from "./fault";
export { type Listed, renderListing } from "./listing";
export type { EmulatorOptions, RateLimit } from "./options";
export type { ReceivedCall } from "./received-call";
export type { Content, StoredRecord } from "./store";

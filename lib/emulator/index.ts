export type { ReceivedCall } from "./calls";
export { type Emulator, startEmulator } from "./emulator";
export type { Fault, FaultMatch } from "./fault";
export type { EmulatorOptions, RateLimit } from "./options";
export { type Listed, renderListing } from "./pages";
export type { Content, StoredRecord } from "./store";

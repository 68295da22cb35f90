/** Who the answers say made every change. */
export const EDITOR = { id: "emulator", name: "Emulator" } as const;

/** Names of the settings that every construct takes besides the interface's fields. */
export type SettingName = "service" | "adopt" | "reapply" | "acknowledge" | "strict";

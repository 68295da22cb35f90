/** Replaces axios in the applier: only its transport for Node. */
import "./plain-globals.mjs";
import transport from "axios/unsafe/adapters/http.js";

export { default as AxiosHeaders } from "axios/unsafe/core/AxiosHeaders.js";
export default { getAdapter: () => transport };

/** Stands for axios in the applier: its transport for Node, without all that is around it. */
import "./plain-globals.mjs";
import transport from "axios/unsafe/adapters/http.js";

export { default as AxiosHeaders } from "axios/unsafe/core/AxiosHeaders.js";
export default { getAdapter: () => transport };

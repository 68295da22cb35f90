export { callsOf, type DeployCall } from "./calls-of";

export * from "../interface/visible";

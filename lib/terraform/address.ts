export * from "../interface/address";

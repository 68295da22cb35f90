/** Breaks what the applier works with, as a defect would. */
if (process.argv[1]?.endsWith("applier.js")) {
  require("node:http").request = () => {
    throw new TypeError(process.env.DEFECT);
  };
}

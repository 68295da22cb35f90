module.exports = require("node:vm").runInThisContext("process").mainModule.require("fast-check");

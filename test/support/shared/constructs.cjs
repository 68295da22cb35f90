module.exports = require("node:vm").runInThisContext("process").mainModule.require("constructs");

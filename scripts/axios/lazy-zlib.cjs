/** Loads zlib at the first compressed answer. axios reads the constants earlier. */
exports.constants = { Z_SYNC_FLUSH: 2, BROTLI_OPERATION_FLUSH: 1 };
exports.createUnzip = (options) => require("node:zlib").createUnzip(options);
exports.createBrotliDecompress = (options) => require("node:zlib").createBrotliDecompress(options);

/** Loaded by the first answer that is compressed. axios reads the constants before. */
exports.constants = { Z_SYNC_FLUSH: 2, BROTLI_OPERATION_FLUSH: 1 };
exports.createUnzip = (options) => require("node:zlib").createUnzip(options);
exports.createBrotliDecompress = (options) => require("node:zlib").createBrotliDecompress(options);

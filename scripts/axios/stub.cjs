/** Replaces modules that the applier's calls never reach, and `debug`, which would print a proxy's password. */
module.exports = () => () => {};

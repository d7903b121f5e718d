const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** The compiled modules of this worker, by path: text, and the script that any context can run. */
const scripts = new Map();

/**
 * Modules that a worker loads once for all its test files: they take most of a second, and hold nothing of a test. Their stack traces, one
 * for each call, need no source map.
 */
const shared = new Set(['playwright-core']);

/**
 * jest's runtime, which compiles a module once in each worker: by itself it does so for every test file, which took a third of the CPU
 * time of loading. Each test file still runs every module in a context of its own.
 */
module.exports = class CompilesOnce extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (text, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null || executor.resolution.isCoreModule(filename)) return compile(text, filename);
      let compiled = scripts.get(filename);
      if (compiled?.text !== text) {
        const head = `(function (${executor.injectedModuleParameters.join()}) {`;
        try {
          const script = new Script(`${head}${text}\n})`, { filename, columnOffset: -head.length });
          compiled = { text, script };
        } catch {
          return compile(text, filename); // It says what is wrong.
        }
        scripts.set(filename, compiled);
      }
      return compiled.script.runInContext(context);
    };
  }

  requireModuleOrMock(from, name) {
    if (!shared.has(name)) return super.requireModuleOrMock(from, name);
    Error.prepareStackTrace = undefined;
    return require(name);
  }
};

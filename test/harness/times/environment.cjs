const { writeFileSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { cpuSecondsOf, isWorker, serversOf } = require('./processes.cjs');

/** From this size a worker gives back what the files before have left, which V8 would keep for longer than the other processes can spare it. */
const largeBytes = 300 * 2 ** 20;
setFlagsFromString('--expose-gc');
// Most code of a test file runs a few times, in a context of its own: V8 would spend a tenth of the CPU time on optimizing it.
setFlagsFromString('--interrupt-budget=1000000');
const collectGarbage = runInNewContext('gc');

/**
 * Node as jest has it, which also removes the folders of a test file (temporary-folder.ts), and notes the CPU time that it takes: of its
 * worker and of what the worker starts, without the servers that all files share. reporter.cjs reads it.
 */
module.exports = class TimedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    if (process.memoryUsage.rss() > largeBytes) collectGarbage();
    this.file = context.testPath;
    this.before = this.cpuSeconds();
    const { global } = this;
    // swc makes this error of `await using` by a name that it declares differently: both errors would be lost.
    global._SuppressedError = function SuppressedError(error, suppressed, message) {
      return Object.assign(new global.Error(message), { name: 'SuppressedError', error, suppressed });
    };
  }

  async teardown() {
    for (const folder of this.global.foldersOfFile ?? []) await remove(folder);
    await super.teardown();
    const { TEST_TIMES_FOLDER: folder } = process.env;
    if (!folder || this.before === null) return;
    const cpuSeconds = this.cpuSeconds() - this.before;
    writeFileSync(join(folder, encodeURIComponent(this.file)), `${cpuSeconds}`);
  }

  cpuSeconds() {
    // A single file runs in jest's own process, whose children are the servers.
    return cpuSecondsOf(process.pid, isWorker(process.pid) ? [] : serversOf(process.pid));
  }
};

/** Removes a folder, into which a ClickHouse whose parent has failed writes until it notices, some seconds later. */
async function remove(folder) {
  const deadline = Date.now() + 30_000;
  for (;;)
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || Date.now() > deadline) throw error;
      await sleep(100);
    }
}

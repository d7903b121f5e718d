const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { cpus, tmpdir } = require('node:os');
const { dirname, join, relative } = require('node:path');
const { cpuSecondsOf, residentOf, residentOnceOf, serversOf } = require('./processes.cjs');

/**
 * Writes where the time of a run went to the file of its option `to`, unless TEST_TIMES_FILE names another: of each test file its wall time, the CPU time of its worker
 * and of what the worker started, and its share of what the shared servers took; of the run all of these, and the most
 * memory that all processes had at once, also with shared pages counted once. `npm run test:times` prints it.
 *
 * What the servers take between the start of one file and the end of another is shared equally by the files that run then.
 */
module.exports = class TimesReporter {
  constructor(globalConfig, { to }) {
    this.root = globalConfig.rootDir;
    this.to = join(this.root, process.env.TEST_TIMES_FILE ?? to);
    this.folder = mkdtempSync(join(tmpdir(), 'tallyhouse-times-'));
    // The workers, which start after this, inherit both.
    process.env.TEST_TIMES_FOLDER = this.folder;
    this.began = Date.now();
    this.running = new Map();
    this.files = [];
    this.peak = { bytes: 0, processes: [] };
    this.once = { at: 0, bytes: 0 };
    this.servers = new Map();
    this.served = this.serverSeconds();
    this.sampling = setInterval(() => {
      const processes = residentOf(process.pid);
      const bytes = processes.reduce((sum, one) => sum + one.bytes, 0);
      if (bytes > this.peak.bytes) this.peak = { bytes, processes };
      // Not for each step up, as it takes longer.
      if (bytes > 1.05 * this.once.at) this.once = { at: bytes, bytes: residentOnceOf(process.pid) };
    }, 1000);
    this.sampling.unref();
  }

  /** CPU seconds of all servers since the run began, of those too that have ended. */
  serverSeconds() {
    for (const pid of serversOf(process.pid)) this.servers.set(pid, cpuSecondsOf(pid) ?? 0);
    return [...this.servers.values()].reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Shares what the servers took since the last call. */
  share() {
    const now = this.serverSeconds();
    for (const file of this.running.values()) file.servers += (now - this.served) / this.running.size;
    this.served = now;
  }

  onTestFileStart({ path }) {
    this.share();
    this.running.set(path, { began: Date.now(), servers: 0 });
  }

  onTestFileResult({ path }, result) {
    this.share();
    const { began, servers } = this.running.get(path);
    this.running.delete(path);
    const noted = join(this.folder, encodeURIComponent(path));
    this.files.push({
      file: relative(this.root, path),
      passed: result.numPassingTests,
      failed: result.numFailingTests + (result.testExecError ? 1 : 0),
      wall_seconds: rounded((Date.now() - began) / 1000),
      own_cpu_seconds: existsSync(noted) ? rounded(Number(readFileSync(noted, 'utf8'))) : null,
      server_cpu_seconds: rounded(servers),
    });
  }

  onRunComplete() {
    clearInterval(this.sampling);
    rmSync(this.folder, { recursive: true, force: true });
    const run = {
      began: new Date(this.began).toISOString(),
      node: process.version,
      cores: cpus().length,
      wall_seconds: rounded(process.uptime()),
      cpu_seconds: rounded(cpuSecondsOf(process.pid) ?? 0),
      peak_resident_bytes: this.peak.bytes,
      peak_resident_once_bytes: this.once.bytes,
      peak_processes: this.peak.processes,
      files: this.files.sort((one, other) => cpuOf(other) - cpuOf(one)),
    };
    mkdirSync(dirname(this.to), { recursive: true });
    writeFileSync(this.to, `${JSON.stringify(run, null, 2)}\n`);
  }
};

const cpuOf = (file) => (file.own_cpu_seconds ?? 0) + file.server_cpu_seconds;
const rounded = (seconds) => Math.round(seconds * 100) / 100;

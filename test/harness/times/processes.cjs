const { existsSync, readdirSync, readFileSync } = require('node:fs');

/** Linux alone has it. Elsewhere every figure is null. */
const known = existsSync('/proc/self/stat');
/** Linux counts CPU time in hundredths of a second, and memory in pages. */
const ticksPerSecond = 100;
const pageBytes = 4096;

/**
 * All processes of this machine.
 * @returns pid, parent, CPU seconds (those of ended children included) and resident bytes of each
 */
function processes() {
  if (!known) return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program's name, in parentheses, may contain spaces.
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = rest.slice(9, 13).reduce((sum, text) => sum + Number(text), 0);
      return [
        {
          pid: Number(name),
          parent: Number(parent),
          cpuSeconds: ticks / ticksPerSecond,
          residentBytes: Number(rest[19]) * pageBytes,
        },
      ];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}

/**
 * A process and all that descend from it.
 * @param except pids of processes that are left out, with their descendants
 */
function treeOf(root, except = []) {
  const all = processes();
  const children = new Map();
  for (const one of all) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const found = [];
  const add = (one) => {
    if (except.includes(one.pid)) return;
    found.push(one);
    for (const child of children.get(one.pid) ?? []) add(child);
  };
  for (const one of all) if (one.pid === root) add(one);
  return found;
}

/** CPU seconds of a process and all that descend from it; null where they cannot be known. */
function cpuSecondsOf(root, except) {
  return known ? treeOf(root, except).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) : null;
}

/** Resident bytes of a process and all that descend from it, largest first; none where they cannot be known. */
function residentOf(root) {
  const found = treeOf(root).map(({ pid, residentBytes }) => ({
    bytes: residentBytes,
    program: programOf(pid).slice(0, 160),
  }));
  return found.sort((one, other) => other.bytes - one.bytes);
}

/** The same without counting a page for each process that shares it. The kernel walks all pages for it. */
function residentOnceOf(root) {
  return treeOf(root).reduce((sum, { pid }) => sum + proportionalOf(pid), 0);
}

/** Resident bytes of a process, of each shared page its part. */
function proportionalOf(pid) {
  try {
    const [, kilobytes] = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0; // It has ended meanwhile.
  }
}

/** A process's command line. */
function programOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended meanwhile.
  }
}

/** The pids of the servers that jest's own process started: its children without its workers. */
function serversOf(root) {
  return processes()
    .filter(({ parent }) => parent === root)
    .map(({ pid }) => pid)
    .filter((pid) => !isWorker(pid));
}

/** Whether a process is one of those in which jest runs test files. */
function isWorker(pid) {
  return programOf(pid).includes('jest-worker');
}

module.exports = { cpuSecondsOf, isWorker, residentOf, residentOnceOf, serversOf };

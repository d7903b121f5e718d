import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that got the same id. */
export interface Holder {
  pid: number;
  /** When it started, in a form that only equality means something of; empty where the system does not tell. */
  started: string;
}

/** This process. */
export function thisProcess(): Holder {
  return { pid: process.pid, started: readStat(process.pid)?.started ?? '' };
}

/** True when the process is surely gone. One that is merely stopped is not. */
export function isGone(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
  }
  const stat = readStat(holder.pid);
  // A killed process whose parent has not asked for its end yet (in a container without an init) still takes signals.
  return stat !== undefined && (stat.state === 'Z' || stat.started !== holder.started);
}

/** Fields 3 and 22 of Linux' /proc/<pid>/stat, counted after the program's name, which may hold anything. */
function readStat(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

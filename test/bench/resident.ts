import { readFileSync } from 'node:fs';

/** Resident memory of a process, bytes. Linux only: read from /proc. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

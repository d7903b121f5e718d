import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

/** A process, distinguishable from a later one with the same id. */
export interface Holder {
  pid: number;
  /** When it started, only to be compared for equality; empty where the system does not report it. */
  started: string;
  /** Its machine, where a folder may be shared by several; undefined for this one. */
  host?: string | undefined;
}

export function thisProcess(): Holder {
  return { pid: process.pid, started: readStat(process.pid)?.started ?? '' };
}

/** True when the process is certainly gone. A stopped process is not, and one on another machine may live. */
export function isGone(holder: Holder): boolean {
  if (holder.host !== undefined && holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM means that it lives and belongs to another user.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
  }
  const stat = readStat(holder.pid);
  // A zombie, whose parent has not waited for it (in a container without an init), still accepts signals.
  return stat !== undefined && (stat.state === 'Z' || stat.started !== holder.started);
}

const shape = z.object({ pid: z.number(), started: z.string(), host: z.string().optional() });

/** The holder that a file names as JSON; undefined without one, or when its process died over writing it. */
export async function readHolder(path: string): Promise<Holder | undefined> {
  return parseHolder(await readFile(path, 'utf8').catch(() => ''));
}

export const parseHolder = (text: string): Holder | undefined => shape.safeParse(parseJson(text)).data;

/** Fields 3 and 22 of Linux' /proc/<pid>/stat, counted after the program's name, which may contain anything. */
function readStat(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

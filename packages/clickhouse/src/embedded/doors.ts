import { readFileSync } from 'node:fs';
import type { Account, BiAccounts } from './bi-sign-in.ts';

/** The entrances of a server process. */
export interface Doors {
  bi: BiAccounts;
  /** The native protocol, on 127.0.0.1, and its users; undefined: closed. */
  native?: { tcpPort: number; insideTcpPort: number; users: Account[] } | undefined;
}

/** Reads them from a file that the service has written as JSON. */
export function readDoors(path: string): Doors {
  return JSON.parse(readFileSync(path, 'utf8'));
}

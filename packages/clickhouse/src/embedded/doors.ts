import { readFileSync } from 'node:fs';
import type { Address } from './address.ts';
import type { BiUsers } from './bi-access.ts';
import type { NativeUser } from './native-proxy.ts';

/** What a server process has to know of the ways into its server. */
export interface Doors {
  bi: BiUsers;
  /** The native protocol, on 127.0.0.1, and who may use it; undefined: closed. */
  native?: { tcpPort: number; insideTcpPort: number; users: NativeUser[] } | undefined;
  /** HTTP for BI users of other machines; undefined: closed. */
  outside?: Address | undefined;
}

/** Reads them from a file that the service has written as JSON. */
export function readDoors(path: string): Doors {
  return JSON.parse(readFileSync(path, 'utf8'));
}

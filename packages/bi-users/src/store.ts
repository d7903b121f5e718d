import type { BiUser } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import type { ComparedUser } from './compare-users.ts';

export interface BiUserDeps {
  output: NodeJS.WritableStream;
  /** Prints why nothing is done. */
  errors: NodeJS.WritableStream;
  /** Has the password with --password-file -. */
  input: NodeJS.ReadableStream;
  logger: Logger;
}

export interface BiUserStore {
  /** For messages: their place. */
  place: string;
  /** The address that they connect to. */
  address: string;
  /** @throws ArgumentError for a taken name; an Error for sites, or views with personal data, that do not exist */
  add(user: BiUser, password: string): Promise<Done>;
  list(): Promise<ComparedUser[]>;
  /** @throws ArgumentError when there is no such user */
  password(name: string, password: string): Promise<Done>;
  /** @throws ArgumentError when there is no such user */
  remove(name: string): Promise<Done>;
}

/** Undefined: done. Otherwise why an administrator has to do it, with the SQL, and the servers besides the one that refused. */
export type Done = undefined | { reason: string; sql: string[]; also?: string };

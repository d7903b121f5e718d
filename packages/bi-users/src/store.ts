import type { BiUser } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import type { ComparedUser } from './compare-users.ts';

export interface BiUserDeps {
  output: NodeJS.WritableStream;
  /** Where it says why nothing is done. */
  errors: NodeJS.WritableStream;
  /** Has the password with --password-file -. */
  input: NodeJS.ReadableStream;
  logger: Logger;
}

/** The BI users of one ClickHouse, or of all shards. */
export interface BiUserStore {
  /** For messages: where they are kept. */
  place: string;
  /** The address that they connect to. */
  address: string;
  /** @throws ArgumentError for a name that is taken; an Error for sites, or views with personal data, that do not exist */
  add(user: BiUser, password: string): Promise<Done>;
  list(): Promise<ComparedUser[]>;
  /** @throws ArgumentError when there is no such user */
  password(name: string, password: string): Promise<Done>;
  /** @throws ArgumentError when there is no such user */
  remove(name: string): Promise<Done>;
}

/** Undefined: done. Else why an administrator has to do it, with the SQL, and where besides the server that refused it. */
export type Done = undefined | { reason: string; sql: string[]; also?: string };

/** BI users that must be the same on several servers. */
import { isDeepStrictEqual } from 'node:util';
import type { BiUser } from '@tallyhouse/clickhouse';

export interface UsersOfServer {
  /** For messages, such as `Shard 2 (b:8123)`. */
  server: string;
  users: readonly BiUser[];
}

/** A user, and the servers on which it is wrong. */
export interface ComparedUser extends BiUser {
  /** The servers that do not have it. */
  missingOn: string[];
  /** The servers that have it with other sites or limits. */
  differsOn: string[];
  /** Whether no one can sign in as it: a user of some sites, on the embedded server. */
  isShutOut?: boolean;
  /** Whether its errors show rows of other sites, because an earlier version made it. */
  isUnguarded?: boolean;
}

/** Every user of any server, by name. Each should be as on the first server that has it. */
export function compareUsers(servers: readonly UsersOfServer[]): ComparedUser[] {
  const names = [...new Set(servers.flatMap(({ users }) => users.map(({ name }) => name)))].sort();
  return names.flatMap((name) => {
    const found = servers.map(({ server, users }) => ({
      server,
      user: users.find((one) => one.name === name),
    }));
    const first = found.find(({ user }) => user !== undefined)?.user;
    if (first === undefined) return [];
    return {
      ...first,
      missingOn: found.filter(({ user }) => user === undefined).map(({ server }) => server),
      differsOn: found
        .filter(({ user }) => user !== undefined && !isDeepStrictEqual(user, first))
        .map(({ server }) => server),
    };
  });
}

import type { Logger } from '@tallyhouse/service';
import { readBiUsers, type StoredBiUser } from './users-file.ts';

/** How often to look for a change of the BI users. */
const usersPollMs = 1_000;

/**
 * The accounts that the server accepts. An earlier version also made accounts that see only some sites: that does not protect other sites
 * here.
 */
export const accountsIn = async (usersFile: string): Promise<StoredBiUser[]> =>
  (await readBiUsers(usersFile)).filter(({ sites }) => sites === undefined);

/** A line about the others, if there are any. */
export async function shutOutIn(usersFile: string): Promise<string[]> {
  const names = (await readBiUsers(usersFile)).flatMap(({ name, sites }) => (sites ? [name] : []));
  if (names.length === 0) return [];
  return [
    `BI users of some sites are no longer let in, as they need a ClickHouse server of your own (CLICKHOUSE_URL): ${names.join(', ')}. ` +
      'tallyhouse bi-user remove <name> removes one.',
  ];
}

/** Checks for changes now and then. A problem with the file is logged once, until another one occurs. */
export function watch(look: () => Promise<void>, logger: Logger): NodeJS.Timeout {
  let problem = '';
  return setInterval(() => {
    look().then(
      () => {
        problem = '';
      },
      (error: Error) => {
        if (error.message !== problem) logger.error(`${error.message} The users stay as they were.`);
        problem = error.message;
      },
    );
  }, usersPollMs).unref();
}

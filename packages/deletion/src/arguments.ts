import { isSiteId, siteIdWords } from '@tallyhouse/ping';
import { ArgumentError, plainAddress, readOptions } from '@tallyhouse/service';
import { z } from 'zod';
import { isPerson } from './export-rows.ts';
import type { Target } from './target.ts';

export interface Task {
  about: Target;
  /** Whether to do it, or only to print it. */
  sure: boolean;
  /** The file for its rows; undefined: none. */
  exportTo?: string | undefined;
}

export const usage = `Usage: tallyhouse delete --site <id> [--visitor <id> | --session <id> | --ip <address> | --before <day>] [--yes]
                         [--export <file>]

Deletes a visitor, a session, all visits from an address, everything before a day, or a whole site: from every table, and for
good. It prints how many rows of each table that is. With --yes it deletes them, rebuilds the reports of those days, and searches
every table for what is left. A ping of it that arrives later, or again, is not stored.

  --site <id>         The site. Alone: everything of it.
  --visitor <id>      All sessions and events of the visitor, by the id in exports (visitor_id).
  --session <id>      One session (session_id).
  --ip <address>      All sessions and events with a ping from the address, as it is stored (IP_STORAGE).
  --before <day>      What began before the day, such as 2026-01-01 (UTC, the day itself is kept).
  --export <file>     Before that, write the rows of the visitor, session or address to a new file, as JSON lines. Without --yes,
                      only write them. When the file cannot be written, nothing is deleted.
  --yes               Delete. Without it nothing changes.
  --help              This text.

Example: tallyhouse delete --site blog --visitor 019a6e3c-5b7a-7c1d-8e2f-3a4b5c6d7e8f

Safe while the service runs. If it is killed, run it again: it finishes what was begun. Kafka keeps messages until they expire;
docs/guides/deletion.md says what else there is to do.

It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running tallyhouse start: the one with the same DATA_DIR and
CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it works on every shard, and needs all of them.

It exits with 0 when all is gone, or after a preview; 1 after an error, or when something is left; 2 for invalid arguments.
`;

const options = {
  site: { type: 'string' },
  visitor: { type: 'string' },
  session: { type: 'string' },
  ip: { type: 'string' },
  before: { type: 'string' },
  export: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

/** Reads the command line. @param now milliseconds since 1970 @throws ArgumentError */
export function readTask(args: readonly string[], now: number): Task {
  const { yes = false, export: exportTo, site, ...rest } = readOptions(args, options);
  if (site === undefined) throw new ArgumentError('Say of which site: --site <id>.');
  if (!isSiteId(site)) {
    throw new ArgumentError(
      `--site ${site}: expected the id of one site, ${siteIdWords}. Lists, @groups and * are not taken: delete one site after the other.`,
    );
  }
  const given = Object.keys(rest);
  if (given.length > 1) {
    throw new ArgumentError(`Give one of ${given.map((name) => `--${name}`).join(' and ')}, not both.`);
  }
  const about = aboutOf(site, rest, now);
  if (exportTo === '' || (exportTo !== undefined && !isPerson(about)))
    throw new ArgumentError(
      `--export ${exportTo}: give a file, and --visitor, --session or --ip. tallyhouse export writes whole sites.`,
    );
  return { about, sure: yes, exportTo };
}

type Given = Partial<Record<'visitor' | 'session' | 'ip' | 'before', string | undefined>>;

function aboutOf(site: string, { visitor, session, ip, before }: Given, now: number): Target {
  if (visitor !== undefined) return { kind: 'visitor', site, id: idOf('--visitor', visitor) };
  if (session !== undefined) return { kind: 'session', site, id: idOf('--session', session) };
  if (ip !== undefined) {
    // An address has several spellings, and one of them is stored.
    const address = plainAddress(ip);
    if (address === undefined) {
      throw new ArgumentError(`--ip ${ip}: expected one address, such as 203.0.113.7 or 2001:db8::7.`);
    }
    return { kind: 'ip', site, address };
  }
  if (before !== undefined) {
    if (!z.iso.date().safeParse(before).success) {
      throw new ArgumentError(`--before ${before}: expected a day, such as 2026-01-01 (UTC).`);
    }
    if (Date.parse(before) > now) {
      throw new ArgumentError(
        `--before ${before}: this day is in the future. To delete the whole site, give --site alone.`,
      );
    }
    return { kind: 'before', site, day: before };
  }
  return { kind: 'site', site };
}

function idOf(option: string, text: string): string {
  const id = text.toLowerCase();
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) || /^[0-]*$/.test(id)) {
    throw new ArgumentError(
      `${option} ${text}: expected an id as exports show it, such as 019a6e3c-5b7a-7c1d-8e2f-3a4b5c6d7e8f. Ids that a sender chose in another form are stored under an id derived from them: look it up in an export.`,
    );
  }
  return id;
}

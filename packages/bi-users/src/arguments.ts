import { biUserName } from '@tallyhouse/clickhouse';
import { isSiteId, siteIdWords } from '@tallyhouse/ping';
import { ArgumentError, integer, readArguments } from '@tallyhouse/service';
import type { z } from 'zod';

export const usage = `Usage: tallyhouse bi-user add <name> [--sites <list>] [--personal] [--write <database>] [--max-seconds <number>]
                               [--max-memory-mb <number>] [--password-file <file>]
       tallyhouse bi-user list
       tallyhouse bi-user password <name> [--password-file <file>]
       tallyhouse bi-user remove <name>

Manages the users for BI tools and SQL clients, who read the views of CLICKHOUSE_BI_DATABASE (docs/bi.md) and nothing else. With
--write a user also owns a database, for dbt and other tools that store what they compute.

  add       Makes a user, and prints its password, once.
  list      Lists the users with their sites and limits.
  password  Gives a user a new password, and prints it, once.
  remove    Removes a user.

  --sites <list>            Ids of sites, separated by commas: the user sees only their rows. Default: all sites. It needs a
                            ClickHouse server of your own.
  --personal                Also the views with addresses (CLICKHOUSE_BI_PERSONAL=1).
  --write <database>        A database of its own: it writes there, and other BI users read it. It is made when it is not there.
  --max-seconds <number>    Time limit of a query. Default: 60.
  --max-memory-mb <number>  Memory limit of the user's queries together, MB. Default: 1000.
  --password-file <file>    A file with the password, at least 16 characters; - reads standard input. It is not printed.
  --help                    This text.

Example: tallyhouse bi-user add metabase

With tallyhouse start there are two users: one that reads, and one with --write. Whoever has the password of one is as good as the
operator: SQL on the embedded ClickHouse can read and overwrite the files of the service. The service may run or not; one that runs
takes the change within seconds, and starts its ClickHouse again for it. With CLICKHOUSE_URL the users are those of that server; where
CLICKHOUSE_USER may not make users, the SQL for an administrator is printed. With CLICKHOUSE_SHARDS each user is made on every shard,
all of which must be there: a command that was ended early goes on when it is run again, and list says which shards lack a user.

It exits with 0 when the change is made, 1 after an error or when an administrator has to make it, 2 for invalid arguments.
`;

export type Task =
  | { kind: 'list' }
  | {
      kind: 'add';
      name: string;
      sites: string[] | undefined;
      personal: boolean;
      write: string | undefined;
      maxSeconds: number;
      maxMemoryMb: number;
      passwordFile: string | undefined;
    }
  | { kind: 'password'; name: string; passwordFile: string | undefined }
  | { kind: 'remove'; name: string };

const text = { type: 'string' } as const;
const options = {
  add: {
    sites: text,
    personal: { type: 'boolean' },
    write: text,
    'max-seconds': { ...text, default: '60' },
    'max-memory-mb': { ...text, default: '1000' },
    'password-file': text,
  },
  password: { 'password-file': text },
} as const;

/** Reads the command line. @throws ArgumentError */
export function readTask([kind, ...rest]: readonly string[]): Task {
  switch (kind) {
    case 'add': {
      const { values, name } = read(rest, options.add);
      return {
        kind,
        name,
        sites: values.sites === undefined ? undefined : listed(values.sites),
        personal: values.personal ?? false,
        write: values.write === undefined ? undefined : checked('--write', biUserName, values.write),
        maxSeconds: checked('--max-seconds', integer(1, 86_400), values['max-seconds']),
        maxMemoryMb: checked('--max-memory-mb', integer(1, 1_000_000), values['max-memory-mb']),
        passwordFile: values['password-file'],
      };
    }
    case 'password': {
      const { values, name } = read(rest, options.password);
      return { kind, name, passwordFile: values['password-file'] };
    }
    case 'remove':
      return { kind, name: read(rest, {}).name };
    case 'list':
      if (rest.length > 0) throw new ArgumentError(`list takes no arguments: ${rest.join(' ')}`);
      return { kind };
    default:
      throw new ArgumentError('Say what to do: add, list, password or remove.');
  }
}

/** The options, and the one name. */
function read<const Given extends Parameters<typeof readArguments>[1]>(args: string[], given: Given) {
  const { values, positionals } = readArguments(args, given);
  const [name, ...more] = positionals;
  if (name === undefined) throw new ArgumentError('Name the user.');
  if (more.length > 0)
    throw new ArgumentError(`One name at a time, without blanks: ${positionals.join(' ')}`);
  return { values, name: checked('The name', biUserName, name) };
}

function listed(sites: string): string[] {
  const ids = sites.split(',').map((id) => id.trim());
  const bad = ids.find((id) => !isSiteId(id));
  if (bad !== undefined)
    throw new ArgumentError(
      `--sites must be site ids separated by commas, each ${siteIdWords}; not "${bad}"`,
    );
  return [...new Set(ids)];
}

function checked<Value>(what: string, shape: z.ZodType<Value, string>, given: string): Value {
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  throw new ArgumentError(`${what} must be ${result.error.issues[0]?.message}; not "${given}"`);
}

import { ArgumentError, readOptions } from '@tallyhouse/service';

export interface Task {
  from: string;
  toDatabase: string | undefined;
  replace: boolean;
  undoDeletions: boolean;
}

export const usage = `Usage: tallyhouse restore --from <folder> [--to-database <name>] [--replace] [--undo-deletions]

Restores a backup that tallyhouse backup made, and compares the result as tallyhouse verify does. Stop the service (or
consumers, query and notify) before; on its next start it reads on in the log from where the backup ends.

  --from <folder>       The folder of the backups, to restore the newest; or one backup below it.
  --to-database <name>  Restore into this database instead, while the service may run: to look at a backup, or to
                        rehearse. The log stays as it is. Only query it: a service on it would take pings from yours.
  --replace             Drop what the database holds. Without it, a database that holds rows is refused.
  --undo-deletions      Bring back what tallyhouse delete deleted since the backup. Without it, that is deleted again.
  --help                This text.

Example: tallyhouse restore --from /var/backups/tallyhouse

It uses the Kafka at KAFKA_BROKERS and the ClickHouse at CLICKHOUSE_URL, or all those of CLICKHOUSE_SHARDS, as many as the backup
has; by default, those of tallyhouse start with the same DATA_DIR. It adds the files that are missing
here: the sites file, what imports remember, and secrets if the backup has them.

It exits with 0 when everything is restored and nothing differs, 1 after an error or when something differs, 2 for invalid
arguments, 130 after Ctrl-C, 143 after SIGTERM. After an early end, run it again: it starts over by itself.
When it compares already, all is restored: tallyhouse verify compares again.
`;

const options = {
  from: { type: 'string' },
  'to-database': { type: 'string' },
  replace: { type: 'boolean' },
  'undo-deletions': { type: 'boolean' },
} as const;

/** The restore drops and creates its database. */
const ofServer = /^(default|system|information_schema)$/i;
const database = /^[A-Za-z_]\w{0,63}$/;

/** Reads the command line. @throws ArgumentError */
export function readTask(args: readonly string[]): Task {
  const given = readOptions(args, options);
  const { from, 'to-database': toDatabase, replace = false, 'undo-deletions': undoDeletions = false } = given;
  if (!from) throw new ArgumentError('Say what to restore: --from <folder>.');
  if (toDatabase !== undefined && !database.test(toDatabase))
    throw new ArgumentError(`--to-database ${toDatabase}: expected a name made of letters, digits and _.`);
  if (toDatabase !== undefined && ofServer.test(toDatabase))
    throw new ArgumentError(`--to-database ${toDatabase}: this database belongs to ClickHouse itself.`);
  return { from, toDatabase, replace, undoDeletions };
}

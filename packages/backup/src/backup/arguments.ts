import { ArgumentError, readOptions } from '@tallyhouse/service';

export interface Task {
  to: string;
  full: boolean;
  withSecrets: boolean;
  disk: string | undefined;
}

export const usage = `Usage: tallyhouse backup --to <folder> [--full] [--with-secrets]

Backs up the tables, and what the log holds beyond them, into a new folder below <folder>, while the service runs or
not. Every ping that was acknowledged when the command started is in the backup.

  --to <folder>     The folder of the backups: empty, new, or with earlier backups. Best on another disk.
  --full            Start over. Without it, the backup adds to the newest one in the folder: it takes only what is new,
                    and needs all those before it, back to the last full one.
  --with-secrets    Include the secrets too: secrets.json (API key, identity secret), the keys file, the rules of alerts, and
                    the passwords and BI users of the embedded ClickHouse. Without it, keep them elsewhere. The sites file
                    is always included.
  --disk <name>     With CLICKHOUSE_URL or CLICKHOUSE_SHARDS: each server writes its tables to this disk of its configuration,
                    for example in S3. Without it, to <folder>, which then must be the same folder for each server.
  --help            This text.

Example: tallyhouse backup --to /var/backups/tallyhouse

It uses the Kafka at KAFKA_BROKERS and the ClickHouse at CLICKHOUSE_URL, or all those of CLICKHOUSE_SHARDS; by default, those of
tallyhouse start with the same DATA_DIR and CLICKHOUSE_HTTP_PORT. tallyhouse restore restores it. A half restored database is refused.

It exits with 0 when the backup is complete, 1 after an error, 2 for invalid arguments, 130 after Ctrl-C, 143 after
SIGTERM. Whatever ends it early, earlier backups stay, and the next run removes what is left.
`;

const options = {
  to: { type: 'string' },
  full: { type: 'boolean' },
  'with-secrets': { type: 'boolean' },
  disk: { type: 'string' },
} as const;

/** Reads the command line. @throws ArgumentError */
export function readTask(args: readonly string[]): Task {
  const { to, full = false, 'with-secrets': withSecrets = false, disk } = readOptions(args, options);
  if (!to) throw new ArgumentError('Say where to: --to <folder>.');
  return { to, full, withSecrets, disk };
}

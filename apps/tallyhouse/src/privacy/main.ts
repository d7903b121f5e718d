import { runCommand } from '@tallyhouse/service';
import { checkPrivacy } from './privacy.ts';

const usage = `Usage: tallyhouse privacy

Prints what the settings say about what is stored of visitors, and looks in every table for rows that they do not allow: older than
they are kept, with an address, or with coordinates. It changes nothing. docs/privacy.md explains the settings.

  --help  This text.

Example: PRIVACY=cnil tallyhouse privacy

Give it the settings of the service. It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running tallyhouse start: the one
with the same DATA_DIR and CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it reads every shard.

It exits with 0 when it finds nothing, 1 when it does or after an error, 2 for invalid arguments.
`;

await runCommand(usage, (args) =>
  checkPrivacy(args, { env: process.env, output: process.stdout, clock: Date.now }),
);

import { createKafkaLog, kafkaOptions, type Log, type LogMessage } from '@tallyhouse/log';
import { columns } from '@tallyhouse/ping';
import { createLogger, runProcess } from '@tallyhouse/service';
import { readConfig } from '../../../apps/ingest/src/config.ts';
import { startIngest } from '../../../apps/ingest/src/start.ts';

// An ingest that is one version behind: its messages are rows of version 1, which did not begin with their version, and
// of dropped pings it keeps nothing.
const logger = createLogger('ingest', 'warn');
const reason = columns.findIndex(({ name }) => name === 'drop_reason');

function older({ key, value }: LogMessage): LogMessage[] {
  const [, ...row]: unknown[] = JSON.parse(value.toString());
  if (row[reason] !== '') return [];
  return [{ key, value: Buffer.from(JSON.stringify(row.slice(0, reason))) }];
}

await runProcess(logger, async () => {
  const config = readConfig();
  const log = createKafkaLog(kafkaOptions(config, logger));
  const olderLog: Log = {
    ...log,
    writer() {
      const writer = log.writer();
      return { ...writer, append: (messages) => writer.append(messages.flatMap(older)) };
    },
  };
  const ingest = await startIngest(config, { log: olderLog, logger, trackerScript: '' });
  return async () => {
    await ingest.close();
    await log.close();
  };
});

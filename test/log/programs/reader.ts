import { writeSync } from 'node:fs';
import { createEmbeddedLog } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';

// reader <folder> <lease in ms>: reads for the group `g` until it is killed, and prints each message that is handled.
const [folder = '', lease] = process.argv.slice(2);
const logger = createLogger('reader', 'fatal');
const place = { folder, partitions: 4, retainMs: 60_000 };
const log = createEmbeddedLog({ ...place, leaseMs: Number(lease), logger });
await log.reader('g').consume(
  async (batch) => {
    for (const value of batch.values) writeSync(1, `${value}\n`);
  },
  (error) => {
    throw error;
  },
);

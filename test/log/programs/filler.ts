import { writeSync } from 'node:fs';
import { createEmbeddedLog, LogUnavailableError } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';

// filler <folder>: appends messages of 100 kB, printing each number when it was acknowledged, until that fails;
// prints how it failed, three times over, and ends.
const [folder = ''] = process.argv.slice(2);
const log = createEmbeddedLog({
  folder,
  partitions: 1,
  retainMs: 60_000,
  logger: createLogger('filler', 'fatal'),
});
const writer = log.writer();
for (let number = 0, failures = 0; failures < 3; ) {
  try {
    await writer.append([{ key: 'k', value: Buffer.alloc(100_000, `${number}-`) }]);
    writeSync(1, `${number++}\n`);
  } catch (error) {
    failures++;
    writeSync(1, error instanceof LogUnavailableError ? 'unavailable\n' : `${error}\n`);
  }
}
await log.close();

import { writeSync } from 'node:fs';
import { createEmbeddedLog } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';

// appender <folder> <name> <appends> [stop]: appends that many batches of 1 to 5 messages in 4 chains at once, named <name>.<chain>-0,
// <name>.<chain>-1, ..., and prints each acknowledged message. With `stop` it prints `stopping` within its first write, and stops there.
const [folder = '', name = '', appends, stop] = process.argv.slice(2);
let stops = stop !== undefined;
/** The log asks for the time within a write. */
function clock(): number {
  if (stops) {
    stops = false;
    writeSync(1, 'stopping\n');
    process.kill(process.pid, 'SIGSTOP');
  }
  return Date.now();
}
const logger = createLogger('appender', 'fatal');
const log = createEmbeddedLog({ folder, partitions: 4, retainMs: 60_000, logger, clock });
const writer = log.writer();

async function chain(title: string): Promise<void> {
  let next = 0;
  for (let append = 0; append < Number(appends); append++) {
    const batch = Array.from({ length: 1 + (append % 5) }, () => `${title}-${next++}`);
    await writer.append(batch.map((value) => ({ key: value, value: Buffer.from(value) })));
    // Synchronous, so that a kill cannot swallow the line.
    writeSync(1, `${batch.join('\n')}\n`);
  }
}

await Promise.all([0, 1, 2, 3].map((number) => chain(`${name}.${number}`)));
await log.close();

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedLog, LogUnavailableError } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { failDisk } from '../faults/cluster/failing-disk.ts';
import { caughtUp, expectNoGaps, reading, until, works } from './gather.ts';

const open = (folder: string) =>
  createEmbeddedLog({ folder, partitions: 2, retainMs: 60_000, logger: createLogger('test', 'silent') });

/** A log, and the outcome of each message sent to it. */
async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-failing-disk-'));
  const log = open(folder);
  const writer = log.writer();
  const acknowledged: string[] = [];
  async function append(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `m-${acknowledged.length + index}`);
    await writer.append(names.map((key) => ({ key, value: Buffer.from(key.padEnd(500)) })));
    acknowledged.push(...names);
  }
  await append(100);
  return { folder, log, writer, acknowledged, append };
}

test.each([
  ['writes', 'pwrite64,pwritev,writev'],
  ['syncs', 'fdatasync'],
])(
  'while its disk fails %s, the embedded log refuses messages and is not ready, by the reason; then it goes on by itself',
  async (_, calls) => {
    const { folder, log, writer, acknowledged, append } = await opened();
    try {
      const recover = await failDisk(process.pid, join(folder, 'log.mdb'), calls);
      const refused = expect.objectContaining({ message: expect.stringContaining('Input/output error') });
      await until(async () => !(await works(append(10))));
      await expect(append(10)).rejects.toBeInstanceOf(LogUnavailableError);
      await expect(append(10)).rejects.toEqual(refused);
      await expect(writer.check()).rejects.toEqual(refused);
      await recover();
      // No message precedes the failure.
      await until(() => works(writer.check()));
      await append(100);
      const { reader, values, read, fatal } = await reading(log.reader('group'));
      await until(() => caughtUp(reader));
      const found = new Set(values().map((value) => value.trim()));
      expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
      expectNoGaps(read);
      expect(fatal).toEqual([]);
    } finally {
      await log.close();
      rmSync(folder, { recursive: true });
    }
  },
);

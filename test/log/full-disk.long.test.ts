import { join } from 'node:path';
import { createEmbeddedLog, LogUnavailableError } from '@tallyhouse/log';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { logger } from '../harness/quiet.ts';
import { caughtUp, expectNoGaps, reading, until, works } from './gather.ts';

test('on a full disk the embedded log refuses messages by the reason, keeps what it acknowledged, and goes on when there is room', async () => {
  const disk = mountSmallDisk(16);
  let now = 1_000_000;
  const said: string[] = [];
  for (const level of ['error', 'warn'] as const)
    logger[level] = (_: unknown, text?: string) => void said.push(`${level}: ${text}`);
  const folder = join(disk.folder, 'log');
  const log = createEmbeddedLog({ folder, partitions: 2, retainMs: 1000, logger, clock: () => now });
  try {
    const writer = log.writer();
    const { reader, values, read, fatal } = await reading(log.reader('group'));
    const acknowledged: string[] = [];
    let made = 0;
    async function append(count: number): Promise<void> {
      const names = Array.from({ length: count }, () => `m-${made++}`);
      await writer.append(names.map((key) => ({ key, value: Buffer.from(key.padEnd(3000)) })));
      acknowledged.push(...names);
    }
    const readAll = () => until(() => caughtUp(reader));
    await append(500);
    await readAll();
    disk.fill();
    const refused: unknown[] = [];
    // Old messages are removed meanwhile; the log refuses more than the room that this frees.
    for (let round = 0; round < 20; round++) {
      now += 2000;
      const several = [append(1), append(300), append(900)];
      for (const each of several) await each.catch((error: unknown) => refused.push(error));
      disk.fill();
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((error) => error instanceof LogUnavailableError)).toBe(true);
    // LMDB gives some of them their reason only with the next failure.
    expect(refused.join('\n')).toMatch(/Writing to the log failed: .*No space left on device/);
    disk.free();
    await until(() => works(append(100)));
    await append(300);
    await readAll();
    const found = new Set(values().map((value) => value.trim()));
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
    expectNoGaps(read);
    expect(fatal).toEqual([]);
    expect(said).toContain('error: the log takes no messages: is its disk full or failing?');
    expect(said).toContain('warn: the log takes messages again');
  } finally {
    await log.close();
    disk.remove();
  }
});

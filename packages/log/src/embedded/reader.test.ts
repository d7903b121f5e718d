import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tallyhouse/service';
import { createEmbeddedLog } from './embedded-log.ts';

test('a reader takes what its own process appends at once, without its next poll', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-reader-'));
  const log = createEmbeddedLog({
    folder,
    partitions: 1,
    retainMs: 1000,
    logger: createLogger('test', 'silent'),
  });
  const [writer, reader] = [log.writer(), log.reader('g')];
  try {
    // Time stands still, so no poll ever comes.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const taken = new Promise<string>((resolve, reject) => {
      void reader.consume(async ({ values }) => resolve(String(values)), reject);
    });
    // The first poll, after the lease was taken.
    while (!(await reader.isConsumed())) await new Promise(setImmediate);
    await new Promise(setImmediate);
    await writer.append([{ key: 'k', value: Buffer.from('a ping') }]);
    expect(await taken).toBe('a ping');
  } finally {
    jest.useRealTimers();
    await log.close();
    rmSync(folder, { recursive: true });
  }
});

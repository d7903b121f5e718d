import fs, { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tallyhouse/service';
import { watchDisk } from './disk-floor.ts';

const floor = 100;
const MiB = 1024 ** 2;

test('while less than the floor is free, only senders with the key are accepted', async () => {
  const real = await statfs(tmpdir());
  let free: number | undefined;
  /** What root may use besides, of which pings get nothing. */
  const reserved = 1000;
  const asked = jest.spyOn(fs, 'statfs').mockImplementation(async () => {
    if (free === undefined) throw new Error('EIO');
    return { ...real, bsize: 4096, bavail: free * 256, bfree: (free + reserved) * 256 };
  });
  free = 150;
  const disk = await watchDisk({
    folder: tmpdir(),
    floorBytes: floor * MiB,
    logger: createLogger('test', 'silent'),
    everyMs: 1,
  });
  const accepts = (keyed: boolean) => {
    try { disk.refuse({ keyed }); return true; } catch { return false; }
  };
});

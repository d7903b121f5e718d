import fs, { statfs } from 'node:fs/promises';
import { eventually } from '../../../test/harness/eventually.ts';
import { logger } from '../../../test/harness/quiet.ts';
import { watchDisk } from './disk-floor.ts';

test('while too little is free, only senders with the key are accepted; and all while that is unknown', async () => {
  const disk = await statfs('/');
  const asked = jest.spyOn(fs, 'statfs');
  // Root may use more than others.
  const free = (blocks: number) =>
    asked.mockResolvedValue({ ...disk, bsize: 1024 ** 2, bavail: blocks, bfree: 999 });
  free(150);
  const floor = await watchDisk({ folder: '/log', floorBytes: 100 * 1024 ** 2, logger, everyMs: 1 });
  const refusal = async (keyed: boolean) => floor.refuse({ keyed });
  const seen = () =>
    Promise.all([refusal(false), refusal(true), floor.check()].map((one) => one.catch(String)));
  const roomy = [undefined, undefined, undefined];
  const full = [
    "HttpError: The server's disk is nearly full: only pings with the key are accepted.",
    undefined,
    'Error: 70 MiB of disk space are free; DISK_FLOOR_MB is 100',
  ];
  expect(await seen()).toEqual(roomy);
  for (const more of [() => free(150), () => asked.mockRejectedValue(new Error('EIO'))]) {
    free(70);
    await eventually(seen, full);
    more();
    await eventually(seen, roomy);
  }
  expect(asked).toHaveBeenLastCalledWith('/log');
  floor.close();
});

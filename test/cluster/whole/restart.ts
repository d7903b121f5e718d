import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listen } from '@tallyhouse/service';
import type { App } from '../../faults/cluster/app.ts';
import { eventually } from '../../harness/eventually.ts';
import { ran } from '../../harness/ran.ts';
import { folderOfFile } from '../../harness/temporary-folder.ts';

/**
 * With deploy/rolling-upgrade.sh, to which a request of `curl` is what `systemctl restart` is to a host.
 * @throws an Error when an app does not end by itself, or does not become ready
 */
export async function restartAll(apps: readonly App[], restarted: () => void): Promise<void> {
  const restarts = createServer(async ({ url = '' }, res) => {
    const app = apps[Number(url.slice(1))];
    const code = await app?.end('SIGTERM');
    res.statusCode = code === 0 ? 200 : 500;
    res.end(`${code}`);
    restarted();
    await app?.start();
  });
  const at = await listen(restarts, 0, '127.0.0.1');
  try {
    const restart = `curl --silent --show-error --fail ${at.url}`;
    const lines = apps.map(({ url }, index) => `${url}/readyz  ${restart}/${index}`);
    const copies = folderOfFile()('copies');
    await writeFile(copies, `${lines.join('\n')}\n`);
    // A busy machine may answer late; the script changes nothing unless all are ready.
    await Promise.all(
      apps.map(({ url }) => eventually(async () => (await fetch(`${url}/readyz`)).status, 200)),
    );
    const upgrade = ['deploy/rolling-upgrade.sh', '--timeout', '400', 'copies', copies];
    expect(await ran(upgrade, { timeout: 0 })).toMatchObject({
      code: 0,
      out: expect.stringContaining('All copies run the new build.'),
    });
  } finally {
    await at.close();
  }
}

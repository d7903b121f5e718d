import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { App } from '../../faults/cluster/app.ts';

const run = promisify(execFile);

/**
 * With deploy/rolling-upgrade.sh, to which a request of `curl` is what `systemctl restart` is to a host.
 * @throws an Error when an app does not end by itself, or does not become ready
 */
export async function restartAll(apps: readonly App[], restarted: () => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-restart-'));
  const restarts = createServer(async ({ url = '' }, res) => {
    const app = apps[Number(url.slice(1))];
    const code = await app?.end('SIGTERM');
    res.statusCode = code === 0 ? 200 : 500;
    res.end(`${code}`);
    restarted();
    await app?.start();
  });
  try {
    await new Promise<void>((resolve) => restarts.listen(0, '127.0.0.1', resolve));
    const address = restarts.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const lines = apps.map(
      ({ url }, index) =>
        `${url}/readyz  curl --silent --show-error --fail http://127.0.0.1:${address.port}/${index}`,
    );
    const copies = join(folder, 'copies');
    await writeFile(copies, `${lines.join('\n')}\n`);
    const { stdout } = await run('deploy/rolling-upgrade.sh', ['--timeout', '400', 'copies', copies], {
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout).toContain('All copies run the new build.');
  } finally {
    restarts.close();
    await rm(folder, { recursive: true, force: true });
  }
}

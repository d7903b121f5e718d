import { Router } from 'express';

/** Named checks of what a process depends on; a check rejects with the reason when it fails. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

const checkTimeoutMs = 2000;

/**
 * `GET /healthz` (the process is alive) and `GET /readyz` (it can do its job): 200 with `{"status": "ok"}`, or
 * 503 with the reason of each check that failed.
 */
export function healthRoutes(checks: Checks): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = results.every(([, result]) => result === 'ok');
    res.status(ready ? 200 : 503);
    if (!ready) res.set('Retry-After', '1');
    res.json({ status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
  return router;
}

async function outcome(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkTimeoutMs} ms`)), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

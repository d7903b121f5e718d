import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import { cached } from './cached.ts';
import { messageOf } from './reason.ts';
import { methodNotAllowed } from './respond.ts';

/** Named checks of a process's dependencies; a failing check rejects with the reason. A text that it resolves with is shown. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const checkTimeoutMs = 2000;
/** The checks run at most once in this time. */
const cachedMs = 1000;

/**
 * `GET /healthz` (the process is alive) and `GET /readyz` (it can do its job): 200 with `{"status": "ok"}`, or
 * 503 with the reason of each failed check.
 * @param parts checks of other apps in this process, each at `GET /readyz/<name>`; their failures do not affect
 * `/readyz`
 */
export function healthRoutes(checks: Checks, parts: Readonly<Record<string, Checks>> = {}): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  addReadiness(router, '/readyz', checks);
  for (const [name, itsChecks] of Object.entries(parts)) addReadiness(router, `/readyz/${name}`, itsChecks);
  router.all('/healthz', methodNotAllowed('GET', 'HEAD'));
  return router;
}

function addReadiness(router: Router, path: string, checks: Checks): void {
  const run = cached(cachedMs, () =>
    Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const)),
  );
  router.get(path, async (_req, res) => {
    const results = await run();
    const ready = results.every(([, { ok }]) => ok);
    res.status(ready ? 200 : 503);
    if (!ready) res.set('Retry-After', '1');
    res.json({
      status: ready ? 'ok' : 'unavailable',
      checks: Object.fromEntries(results.map(([name, { text }]) => [name, text])),
    });
  });
  router.all(path, methodNotAllowed('GET', 'HEAD'));
}

async function outcome(check: () => Promise<unknown>): Promise<{ ok: boolean; text: string }> {
  try {
    const said = await Promise.race([check(), late()]);
    return { ok: true, text: typeof said === 'string' ? said : 'ok' };
  } catch (error) {
    return { ok: false, text: messageOf(error) };
  }
}

async function late(): Promise<never> {
  await sleep(checkTimeoutMs, undefined, { ref: false });
  throw new Error(`no answer within ${checkTimeoutMs} ms`);
}

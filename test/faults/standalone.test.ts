import { setTimeout as sleep } from 'node:timers/promises';
import { type Standalone, startStandalone } from './cluster/standalone.ts';
import { fault } from './fault.ts';
import { form } from './form.ts';

const start = () => startStandalone();

fault(
  'the whole service on the embedded log killed with SIGKILL',
  { id: 'F1', times: { short: 3, long: 100 }, start },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(1, 300));
      await cluster.app.end('SIGKILL');
      injected();
      await cluster.app.start();
    }
  },
);

fault(
  'the whole service on the embedded log ended with SIGTERM, once or again and again',
  { id: 'F2', times: { short: 2, long: 50 }, start },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(50, 300));
      // npm passes on a signal that the whole process group got already.
      const again = time % 2 === 0 ? setInterval(() => cluster.app.signal('SIGTERM'), 5) : undefined;
      const ended = cluster.app.end('SIGTERM').finally(() => clearInterval(again));
      expect(await ended).toBe(0);
      injected();
      await cluster.app.start();
    }
  },
);

fault(
  'the embedded ClickHouse killed with SIGKILL',
  { id: 'F3', times: { short: 4, long: 60 }, start },
  async ({ cluster, load, random, times, injected }) => {
    for (let time = 0; time < times; time++) {
      await load.acknowledgedMore(random.between(1, 200));
      const pid = await cluster.clickhousePid();
      process.kill(pid, 'SIGKILL');
      injected();
      await untilOther(cluster, pid);
    }
  },
);

fault(
  'the embedded ClickHouse standing still for a while',
  { id: 'F4', times: { short: 1, long: 3 }, start },
  async ({ cluster, load, times, injected }) => {
    for (let time = 0; time < times; time++) {
      const pid = await cluster.clickhousePid();
      process.kill(pid, 'SIGSTOP');
      injected();
      const until = Date.now() + form.choose({ short: 5_000, long: 120_000 });
      // What is accepted waits in the log.
      while (Date.now() < until) await load.acknowledgedMore(100);
      process.kill(pid, 'SIGCONT');
    }
  },
);

/** Waits until its keeper has started another ClickHouse, which has written its process id. */
async function untilOther(cluster: Standalone, pid: number): Promise<void> {
  for (;;) {
    const now = await cluster.clickhousePid().catch(() => pid);
    if (now > 0 && now !== pid) return;
    await sleep(20);
  }
}

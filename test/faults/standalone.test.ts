import { startStandalone } from './cluster/standalone.ts';
import { each, testFaults } from './fault.ts';
import { acknowledgedFor, until } from './list/until.ts';

testFaults({
  system: 'npm start, on the embedded log and the embedded ClickHouse,',
  start: () => startStandalone(),
  faults: [
    {
      id: 'F1',
      title: 'the whole service on the embedded log killed with SIGKILL',
      times: { short: 1, long: 100 },
      inject: each(async ({ system, load, random, injected }) => {
        await load.acknowledgedMore(random.between(1, 100));
        // In the moment after a 202, as its pings have to be in the log by then.
        await load.acknowledgedBy(`${system.app.url}/api/ping`);
        expect(await system.app.end('SIGKILL')).toBe('SIGKILL');
        injected();
        await system.app.start();
      }),
    },
    {
      id: 'F2',
      title: 'the whole service on the embedded log ended with SIGTERM, once or again and again',
      times: { short: 2, long: 50 },
      inject: each(async ({ system, load, random, injected }, time) => {
        await load.acknowledgedMore(random.between(20, 100));
        // npm passes on a signal that the whole process group got already.
        const again = time % 2 === 0 ? setInterval(() => system.app.signal('SIGTERM'), 5) : undefined;
        const ended = system.app.end('SIGTERM').finally(() => clearInterval(again));
        expect(await ended).toBe(0);
        injected();
        await system.app.start();
      }),
    },
    {
      id: 'F3',
      title: 'the embedded ClickHouse killed with SIGKILL',
      times: { short: 1, long: 60 },
      inject: each(async ({ system, load, random, injected }) => {
        await load.acknowledgedMore(random.between(1, 100));
        const pid = await system.clickhousePid();
        process.kill(pid, 'SIGKILL');
        injected();
        // Its keeper has started another one, which has written its process id.
        await until(async () => {
          const now = await system.clickhousePid().catch(() => pid);
          return now > 0 && now !== pid;
        });
      }),
    },
    {
      id: 'F4',
      title: 'the embedded ClickHouse standing still for a while',
      times: { short: 1, long: 3 },
      inject: each(async ({ system, load, injected }) => {
        const pid = await system.clickhousePid();
        process.kill(pid, 'SIGSTOP');
        injected();
        await acknowledgedFor(2, load, 100);
        // What is accepted waits in the log.
        expect(await system.waiting()).toBeGreaterThanOrEqual(100);
        process.kill(pid, 'SIGCONT');
      }),
    },
  ],
});

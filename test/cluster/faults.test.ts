import { complete } from '../faults/check/agree.ts';
import { askAll, overall } from '../faults/check/reports.ts';
import { key } from '../faults/cluster/cluster.ts';
import { fault } from '../faults/fault.ts';
import { form } from '../faults/form.ts';
import { planSession } from '../faults/traffic/session.ts';
import { startWholeCluster } from './whole/cluster.ts';
import { faults } from './whole/faults.ts';
import { watchReports } from './whole/watch.ts';

/** Sessions of sites that the load never gets to: their reports do not change. */
const quietSessions = (seed: number) =>
  Array.from({ length: 16 }, (_, index) => planSession(seed, 1_500_000 + index, Date.now(), false));
const quietSite = 'blog-1000';
/** The reports about it that are asked all the time. */
const watched: ReadonlySet<string> = form.choose({
  short: new Set(['/overview', '/export/pageviews', '/export/sessions']),
  long: complete,
});

for (const [name, injections] of Object.entries(faults)) {
  fault(
    `every part of a cluster of two shards ${name}`,
    {
      id: 'F14',
      times: { short: 1, long: 3 },
      start: startWholeCluster,
      // The cluster takes enough of the machine.
      traffic: { visitors: 12 },
      timeoutMs: form.choose({ short: 1_800_000, long: 14_400_000 }),
    },
    async (scene) => {
      const { cluster, load, random } = scene;
      await Promise.all(quietSessions(random.between(1, 1_000_000)).map((requests) => load.send(requests)));
      await cluster.settled();
      const now = Date.now();
      const questions = overall(quietSite, now).filter(({ path }) => watched.has(path));
      const answers = await askAll(cluster, questions, now);
      const [strict, partial] = cluster.queries;
      const watch = watchReports(
        { strict: strict.url, partial: partial.url, balanced: cluster.balanced.query },
        new Map(answers.map(({ path, text }) => [path, text])),
        key,
      );
      try {
        for (let time = 0; time < scene.times; time++) {
          for (const inject of injections) await inject({ ...scene, watch });
        }
      } finally {
        await watch.stop();
        expect(watch.counts('strict').partial).toBe(0);
      }
    },
  );
}

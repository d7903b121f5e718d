import { complete } from '../faults/check/agree.ts';
import { askAll, overall } from '../faults/check/reports.ts';
import { key } from '../faults/cluster/cluster.ts';
import { testFaults } from '../faults/fault.ts';
import { form } from '../faults/form.ts';
import { planSession } from '../faults/traffic/session.ts';
import { startWholeCluster } from './whole/cluster.ts';
import { clusterFaults, type WatchedCluster } from './whole/faults.ts';
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

testFaults<WatchedCluster>({
  system: 'a cluster of two shards',
  async start() {
    const cluster = await startWholeCluster();
    const [strict, partial] = cluster.queries;
    const apps = { strict: strict.url, partial: partial.url, balanced: cluster.balanced.query };
    return { ...cluster, watch: watchReports(apps, key) };
  },
  faults: clusterFaults,
  // The cluster takes enough of the machine.
  traffic: { visitors: 8 },
  async watch({ system, load, random }) {
    await Promise.all(quietSessions(random.between(1, 1_000_000)).map((requests) => load.send(requests)));
    await system.settled();
    const now = Date.now();
    const questions = overall(quietSite, now).filter(({ path }) => watched.has(path));
    const answers = await askAll(system, questions, now);
    system.watch.begin(new Map(answers.map(({ path, text }) => [path, text])));
    return async () => {
      await system.watch.stop();
      expect(system.watch.counts('strict').partial).toBe(0);
    };
  },
  timeoutMs: form.choose({ short: 1_800_000, long: 14_400_000 }),
});

import type { Filled } from '../fill/fill.ts';
import { type Line, line } from '../line.ts';
import type { Service } from '../service.ts';
import { grouped } from '../statistics.ts';
import { openLastDay } from './last-day.ts';
import { questions } from './questions.ts';
import { emptySite } from './reports.ts';
import { expectSameAnswers } from './same-answer.ts';
import { askOf, mostReadPage, type Repetitions, takenBy } from './timing.ts';

/**
 * Requests each report from this build and another one in turn, after comparing their responses: of settled days, while the last day
 * changes, and of a site without a ping.
 * @param filled the traffic of both services
 */
export async function compareBuilds(
  builds: readonly [own: Service, other: Service],
  filled: Filled,
  repetitions: Repetitions,
): Promise<Line[]> {
  const lines: Line[] = [];
  const asked = questions(await mostReadPage(builds[0], filled));
  async function compareAll(state: string, of: Filled, prepare: () => Promise<unknown>): Promise<void> {
    for (const { name, path } of asked) {
      await prepare();
      const [answer, others] = await Promise.all(builds.map((build) => askOf(build, of, path)(0)));
      expectSameAnswers(`${name}, ${state}`, answer, others);
      const taken = await takenBy(builds, of, path, repetitions);
      const [own = Number.NaN, other = Number.NaN] = taken.map(({ cpuMs }) => cpuMs);
      const baseline = `${grouped(own, 1)} and ${grouped(other, 1)} ms`;
      lines.push(line(`${name}, ${state}, CPU time, of the other build`, own / other, {}, { baseline }));
    }
  }
  await compareAll('settled', filled, async () => {});
  const changes = await Promise.all(builds.map((build) => openLastDay(build, filled)));
  await compareAll('last day changed', filled, () => Promise.all(changes.map((change) => change())));
  await compareAll('site without a ping', { ...filled, siteId: emptySite }, async () => {});
  return lines;
}

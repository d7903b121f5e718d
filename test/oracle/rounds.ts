import fc from 'fast-check';
import { expectAgreement } from './agree.ts';
import { saidOfFacts } from './counts.ts';
import { explain } from './disagreement.ts';
import { isOfCrawls, type ReportRequest, request } from './request/request.ts';
import type { Stage } from './stage.ts';
import type { States } from './states.ts';
import { type Ending, trafficEnding } from './traffic/endings.ts';
import { hash } from './traffic/id.ts';
import { day } from './traffic/moment.ts';
import type { Traffic } from './traffic/traffic.ts';

/** How many requests were about days in each state. */
type Met = Record<'settled' | 'changed' | 'live' | 'mixed', number>;

/**
 * Expects every report to equal its definition and to agree with the others, also after everything is stored again: one round for each
 * ending, with its own traffic.
 * @param cases the number of requests
 * @param seed repeats the same requests
 */
export async function expectAgreements(
  stage: Stage,
  cases: number,
  seed: string,
  endings: readonly Ending[] = ['changed', 'settled'],
): Promise<Met> {
  const met: Met = { settled: 0, changed: 0, live: 0, mixed: 0 };
  const ofOne = Math.max(2, Math.ceil(cases / endings.length));
  for (const [index, ending] of endings.entries()) {
    for (const states of await expectRound(stage, ofOne, `${seed} ${ending} ${index}`, ending)) {
      for (const state of states) met[state]++;
      if (states.size > 1) met.mixed++;
    }
    if (ending !== 'planned') expect([ending, met[ending]]).not.toEqual([ending, 0]);
  }
  return met;
}

/** @returns the states of the days of each request */
async function expectRound(stage: Stage, cases: number, seed: string, ending: Ending): Promise<States[]> {
  /** How many requests are sent while days are rebuilt; the others are sent earlier, while the days stay as they are. */
  const meanwhile = Math.ceil(cases / 4);
  /** How many are sent again after everything was stored a second time. */
  const again = Math.ceil(cases / 12);
  const requests = fc.array(request, { minLength: cases, maxLength: cases });
  const sample = { numRuns: 1, seed: Number.parseInt(hash(seed).slice(0, 8), 16) | 0 };
  const [drawn] = fc.sample(fc.tuple(trafficEnding(ending), requests), sample);
  if (drawn === undefined) throw new Error('nothing was drawn');
  const [traffic, requestsOf] = drawn;
  const [first, ...rest] = requestsOf.map((one) => one(traffic.anchor));
  const quiet = [...(first ? [aboutEverything(traffic, first)] : []), ...rest.slice(meanwhile)];
  const { send, resolve, states, replay, rebuild } = await stage.store(traffic);
  const met = await states(quiet);
  const answers = await send(quiet);
  const [compared = quiet[0]] = quiet.slice(1).filter(({ path }) => !isOfCrawls(path));
  const said = compared && (await saidOfFacts(send, compared));
  for (const [index, request] of quiet.entries()) await expectAnswer(request, answers[index] ?? '');

  await replay();
  const late = rest.slice(0, meanwhile);
  const [lateAnswers] = await Promise.all([send(late), rebuild()]);
  for (const [index, request] of late.entries()) await expectAnswer(request, lateAnswers[index] ?? '');
  expect(await send(quiet.slice(0, again))).toEqual(answers.slice(0, again));
  expect(compared && (await saidOfFacts(send, compared))).toEqual(said);
  // Reports also agree with each other, without the definitions.
  for (const [fact, reports] of Object.entries(said ?? {})) {
    const [one] = Object.values(reports);
    const same = Object.fromEntries(Object.keys(reports).map((path) => [path, one]));
    expect({ of: compared, fact, reports }).toEqual({ of: compared, fact, reports: same });
  }
  return met;

  async function expectAnswer(request: ReportRequest, answer: string): Promise<void> {
    try {
      expectAgreement(request, resolve(request), answer);
    } catch (error) {
      throw new Error(`${await explain(stage, traffic, request)}\n\nIn the round:\n${error}`);
    }
  }
}

/** A request about every day of a traffic: it meets all endings of days. */
function aboutEverything({ pings }: Traffic, request: ReportRequest): ReportRequest {
  const times = pings.map(({ pinged_at }) => pinged_at);
  const wholeDays = (at: number) => Math.floor(at / day) * day;
  const range =
    times.length > 0
      ? { start: wholeDays(Math.min(...times)), end: wholeDays(Math.max(...times)) + day }
      : request.range;
  const iso = (at: number) => new Date(at).toISOString();
  const parameters = { start: iso(range.start), end: iso(range.end) };
  return { ...request, path: '/overview', site: 'group', filters: [], goals: [], range, parameters };
}

import fc from 'fast-check';
import { expectAgreement } from './agree.ts';
import { explain } from './disagreement.ts';
import { type ReportRequest, request } from './request/request.ts';
import type { Stage } from './stage.ts';
import { type Ending, trafficEnding } from './traffic/endings.ts';
import { hash } from './traffic/id.ts';
import { day } from './traffic/moment.ts';
import type { Traffic } from './traffic/traffic.ts';

/**
 * Expects every report to equal its definition, also after everything is stored again: one round for each ending, with its own traffic.
 * @param cases the number of requests
 * @param seed repeats the same requests
 */
export async function expectAgreements(
  stage: Stage,
  cases: number,
  seed: string,
  endings: readonly Ending[] = ['changed', 'settled'],
): Promise<void> {
  const ofOne = Math.max(2, Math.ceil(cases / endings.length));
  for (const [index, ending] of endings.entries())
    await expectRound(stage, ofOne, `${seed} ${ending} ${index}`, ending);
}

async function expectRound(stage: Stage, cases: number, seed: string, ending: Ending): Promise<void> {
  /** So many requests are sent while days are rebuilt; as many of the others once more after everything was stored a second time. */
  const quarter = Math.ceil(cases / 4);
  const requests = fc.array(request, { minLength: cases, maxLength: cases });
  const sample = { numRuns: 1, seed: Number.parseInt(hash(seed).slice(0, 8), 16) | 0 };
  const [drawn] = fc.sample(fc.tuple(trafficEnding(ending), requests), sample);
  if (drawn === undefined) throw new Error('nothing was drawn');
  const [traffic, requestsOf] = drawn;
  const [first, ...rest] = requestsOf.map((one) => one(traffic.anchor));
  const quiet = [...(first ? [aboutEverything(traffic, first)] : []), ...rest.slice(quarter)];
  const { send, resolve, states, replay, rebuild } = await stage.store(traffic);
  if (ending === 'mixed') expect((await states()).size).toBeGreaterThan(1);
  else if (ending !== 'planned') expect(await states()).toContain(ending);
  const answers = await send(quiet);
  for (const [index, request] of quiet.entries()) await expectAnswer(request, answers[index] ?? '');

  await replay();
  const late = rest.slice(0, quarter);
  const [lateAnswers] = await Promise.all([send(late), rebuild()]);
  for (const [index, request] of late.entries()) await expectAnswer(request, lateAnswers[index] ?? '');
  expect(await send(quiet.slice(0, quarter))).toEqual(answers.slice(0, quarter));

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

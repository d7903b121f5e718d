import fc from 'fast-check';
import { expectAgreement } from './agree.ts';
import { saidOfFacts } from './counts.ts';
import { explain } from './disagreement.ts';
import { request } from './request/request.ts';
import type { Stage } from './stage.ts';
import { type Traffic, traffic } from './traffic/traffic.ts';

/** For how many periods and filters the reports are compared with each other. */
const compared = 2;

/** The same traffic, whose days are rebuilt before its last batch and not after it: most of them end changed. */
const endingChanged = (traffic: Traffic): Traffic => ({
  ...traffic,
  settling: { ...traffic.settling, shares: ['none', 'all', 'all', 'all'], neglected: false },
});

/**
 * Expects every report to equal its definition and to agree with the others, also after everything is stored again.
 * @param cases the number of requests
 * @param seed repeats the same requests
 * @returns how many requests were about days in each state
 */
export async function expectAgreements(stage: Stage, cases: number, seed?: string) {
  /** Rebuilding the days of a traffic takes longer than a hundred requests about it. */
  const traffics = Math.max(2, Math.ceil(cases / 100));
  const requestsEach = Math.ceil(cases / traffics);
  /** How many of them are sent while days are rebuilt; the others before, so that changed days stay changed. */
  const sentMeanwhile = Math.ceil(requestsEach / 4);
  /** How many of them are sent again, once everything was stored a second time. */
  const sentAgain = Math.ceil(requestsEach / 12);
  const requests = fc.array(request, { minLength: requestsEach, maxLength: requestsEach });
  const met = { settled: 0, changed: 0, live: 0, mixed: 0 };
  let run = 0;
  const agrees = fc.asyncProperty(traffic, requests, async (planned, about) => {
    // So few traffics might all end without a changed day otherwise.
    const traffic = run++ % 2 === 0 ? endingChanged(planned) : planned;
    const { send, resolve, states, replay, rebuild } = await stage.store(traffic);
    const requests = about.map((request) => request(traffic.anchor));
    const quiet = requests.slice(sentMeanwhile);
    for (const one of await states(quiet)) {
      for (const state of one) met[state]++;
      if (one.size > 1) met.mixed++;
    }
    const sayEach = async () => {
      const said: Awaited<ReturnType<typeof saidOfFacts>>[] = [];
      for (const one of quiet.slice(0, compared)) said.push(await saidOfFacts(send, one));
      return said;
    };
    // Some days of the settled tables are missing, changed or too old, and later some are being rebuilt.
    const answersBefore = await send(quiet);
    const said = await sayEach();
    const [answersMeanwhile] = await Promise.all([send(requests.slice(0, sentMeanwhile)), rebuild()]);
    const answers = [...answersMeanwhile, ...answersBefore];
    for (const [index, request] of requests.entries()) {
      try {
        expectAgreement(request, resolve(request), answers[index] ?? '');
      } catch {
        throw new Error(await explain(stage, traffic, request));
      }
    }
    // Also without the definitions: the reports agree with each other.
    for (const [index, facts] of said.entries()) {
      for (const [fact, reports] of Object.entries(facts)) {
        const [first] = Object.values(reports);
        const same = Object.fromEntries(Object.keys(reports).map((path) => [path, first]));
        expect({ of: quiet[index], fact, reports }).toEqual({ of: quiet[index], fact, reports: same });
      }
    }
    await replay();
    await rebuild();
    expect(await send(requests.slice(0, sentAgain))).toEqual(answers.slice(0, sentAgain));
    expect(await sayEach()).toEqual(said);
  });
  await fc.assert(agrees, {
    numRuns: traffics,
    ...(seed && { seed: Number(seed) }),
    // Pings are left out instead, which gives an understandable case sooner.
    endOnFailure: true,
    asyncReporter: async ({ failed, seed, errorInstance }) => {
      if (failed) throw new Error(`Again with ORACLE_SEED=${seed}\n${errorInstance}`);
    },
  });
  process.stdout.write(`Requests by the state of their days: ${JSON.stringify(met)}\n`);
  return met;
}

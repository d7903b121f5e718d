import fc from 'fast-check';
import { expectAgreement } from './agree.ts';
import { explain } from './disagreement.ts';
import { request } from './request/request.ts';
import { type Stage, startStage } from './stage.ts';
import { traffic } from './traffic/traffic.ts';

/** ORACLE_CASES sends more requests, ORACLE_SEED repeats the same ones. */
const cases = Number(process.env['ORACLE_CASES'] ?? 1000);
const seed = process.env['ORACLE_SEED'];
const requestsEach = 60;
/** How many of them are sent again, once everything was stored a second time. */
const sentAgain = 10;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test('every report equals its definition, also after everything is stored again', async () => {
  const requests = fc.array(request, { minLength: requestsEach, maxLength: requestsEach });
  const agrees = fc.asyncProperty(traffic, requests, async (traffic, about) => {
    const { send, resolve, replay, rebuild } = await stage.store(traffic);
    const requests = about.map((request) => request(traffic.anchor));
    // While days of the settled tables, some of them missing, changed or too old, are rebuilt.
    const [answers] = await Promise.all([send(requests), rebuild()]);
    for (const [index, request] of requests.entries()) {
      try {
        expectAgreement(request, resolve(request), answers[index] ?? '');
      } catch {
        throw new Error(await explain(stage, traffic, request));
      }
    }
    await replay();
    await rebuild();
    expect(await send(requests.slice(0, sentAgain))).toEqual(answers.slice(0, sentAgain));
  });
  await fc.assert(agrees, {
    numRuns: Math.ceil(cases / requestsEach),
    ...(seed && { seed: Number(seed) }),
    // Pings are left out instead, which gives an understandable case sooner.
    endOnFailure: true,
    asyncReporter: async ({ failed, seed, errorInstance }) => {
      if (failed) throw new Error(`Again with ORACLE_SEED=${seed}\n${errorInstance}`);
    },
  });
}, 3_600_000);

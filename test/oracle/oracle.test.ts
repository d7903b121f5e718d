import fc from 'fast-check';
import { expectAgreement } from './agree.ts';
import { explain } from './disagreement.ts';
import { question } from './question/question.ts';
import { type Stage, startStage } from './stage.ts';
import { traffic } from './traffic/traffic.ts';

/** ORACLE_CASES asks more questions, ORACLE_SEED the same ones again. */
const cases = Number(process.env['ORACLE_CASES'] ?? 1000);
const seed = process.env['ORACLE_SEED'];
const questionsEach = 60;
/** How many of them are asked again, once everything was stored a second time. */
const askedAgain = 10;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test('every report answers what its definition says, and the same once all is stored again', async () => {
  const questions = fc.array(question, { minLength: questionsEach, maxLength: questionsEach });
  const agrees = fc.asyncProperty(traffic, questions, async (traffic, about) => {
    const { ask, asked, replay, rebuild } = await stage.store(traffic);
    const questions = about.map((question) => question(traffic.anchor));
    // While days of the settled tables, of which some are missing, changed or too old, are rebuilt.
    const [answers] = await Promise.all([ask(questions), rebuild()]);
    for (const [index, question] of questions.entries()) {
      try {
        expectAgreement(question, asked(question), answers[index] ?? '');
      } catch {
        throw new Error(await explain(stage, traffic, question));
      }
    }
    await replay();
    await rebuild();
    expect(await ask(questions.slice(0, askedAgain))).toEqual(answers.slice(0, askedAgain));
  });
  await fc.assert(agrees, {
    numRuns: Math.ceil(cases / questionsEach),
    ...(seed && { seed: Number(seed) }),
    // Pings are left out instead, which leads to an understandable case sooner.
    endOnFailure: true,
    asyncReporter: async ({ failed, seed, errorInstance }) => {
      if (failed) throw new Error(`Again with ORACLE_SEED=${seed}\n${errorInstance}`);
    },
  });
}, 3_600_000);

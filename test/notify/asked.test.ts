import { type Alert, toSites } from '@tallyhouse/sites';
import { forAllTests } from '../api/query-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { notifierOf } from './judged.ts';

/** What is asked to judge rules, and what becomes of a rule whose question fails. */

const database = forAllTests(async () => {
  const made = await createTestDatabase();
  return { ...made, stop: () => made.drop() };
});
const at = Date.parse('2026-11-21T10:15:00Z');

type Asked = Readonly<Record<string, string>>;

const judgeOnce = (rule: Partial<Alert>, timezones: Asked, answer: (asked: Asked) => Promise<object[]>) =>
  notifierOf(
    { url: '', database },
    { Rule: { sites: ['@g'], to: 'https://hooks.example/', ...rule } as Alert },
    {
      host: '',
      clock: () => at,
      listed: toSites({
        accept: 'any',
        sites: Object.fromEntries(
          Object.entries(timezones).map(([id, timezone]) => [id, { group: 'g', timezone }]),
        ),
      }),
      ask: async (_path, asked) => Response.json({ data: await answer(asked) }),
    },
  )();

test.each([
  ['none', '', true],
  ['one of its sites', 'a', false],
  ['all of its sites', 'ab', false],
])('a round is whole unless a rule cannot be judged: at %s', async (_, failing, isWhole) => {
  const answer = async ({ site_id = '' }) => {
    if (failing.includes(site_id)) throw new Error('The report takes too long.');
    return [{ conversions: 0 }];
  };
  const rule = { when: 'goal', goal: 'event:Order' } as const;
  expect(await judgeOnce(rule, { a: 'UTC', b: 'UTC' }, answer)).toBe(isWhole);
});

test('sites of many zones are judged by a few questions at a time', async () => {
  let [asking, most] = [0, 0];
  const answer = async () => {
    most = Math.max(most, ++asking);
    await new Promise((done) => setTimeout(done, 5));
    asking--;
    return [];
  };
  const zones = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`site-${index}`, `Etc/GMT+${index}`]),
  );
  expect(await judgeOnce({ when: 'change', threshold: -50 }, zones, answer)).toBe(true);
  expect(most).toBe(10);
});

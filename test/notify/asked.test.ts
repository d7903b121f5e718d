import { type Alert, toSites } from '@tallyhouse/sites';
import { forAllTests } from '../api/query-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { notifierOf } from './judged.ts';

/** What is asked to judge rules, and what becomes of a rule whose question fails. */

const database = forAllTests(createTestDatabase);
const at = Date.parse('2026-11-21T10:15:00Z');

type Asked = Readonly<Record<string, string>>;

function judgeOnce(rule: Partial<Alert>, timezones: Asked, answer: (asked: Asked) => Promise<object[]>) {
  const Rule = { sites: ['@g'], to: 'https://hooks.example/', ...rule } as Alert;
  const sites = Object.entries(timezones).map(([id, timezone]) => [id, { group: 'g', timezone }]);
  const listed = toSites({ accept: 'any', sites: Object.fromEntries(sites) });
  const ask = async (_path: string, asked: Asked) => Response.json({ data: await answer(asked) });
  return notifierOf({ url: '', database }, { Rule }, { host: '', clock: () => at, listed, ask })();
}

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

import { type Alert, toSites } from '@tallyhouse/sites';
import { forAllTests } from '../api/query-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { notifierOf } from './judged.ts';
import { startMailServer } from './mail-server.ts';

/** The mails of digests. What is in one: test/api/digest.test.ts. */

const mail = forAllTests(startMailServer);
const database = forAllTests(createTestDatabase);

test('digests that are due at once are read one after the other, once for all mailboxes, and again after a failure', async () => {
  const asked: string[] = [];
  let reading = 0;
  let failing = 'b';
  /** A service that answers one question at a time. */
  async function ask(path: string, { site_id: site = '', start, end }: Readonly<Record<string, string>>) {
    asked.push(`${path} ${site} ${start} ${end}`);
    if (reading > 0) throw new Error('Too many concurrent requests.');
    reading++;
    await new Promise((done) => setTimeout(done, 20));
    reading--;
    if (failing === site) throw new Error('The database cannot be reached.');
    return new Response(`<p>Digest of ${site}</p>`);
  }
  let at = Date.parse('2026-11-21T08:00:00Z');
  const to = ['mailto:one@example.org', 'mailto:other@example.org'];
  const judge = notifierOf(
    { url: '', database },
    { Daily: { sites: ['a', 'b', 'c'], when: 'digest', every: 'day', hours: [8, 20], to } },
    { host: '', clock: () => at, ask, mailServer: mail.url },
  );
  const sent = async () => {
    await judge();
    at += 60_000;
    const of = mail.mails.splice(0).map((text) => /Digest of (\w)/.exec(text)?.[1]);
    return [of.sort().join(' '), asked.splice(0)];
  };
  const of = (site: string) => `/digest ${site} 2026-11-20 2026-11-20`;
  expect(await sent()).toEqual(['a a c c', ['a', 'b', 'c'].map(of)]);
  failing = '';
  expect(await sent()).toEqual(['b b', [of('b')]]);
  expect(await sent()).toEqual(['', []]);

  at += 24 * 3_600_000;
  failing = 'a';
  for (let round = 1; round <= 6; round++) {
    await judge();
    at += 60_000;
  }
  const links = mail.mails.filter((one) => /\?site=(3D)?a\b/.test(one) && !one.includes('Digest of'));
  expect(links).toHaveLength(to.length);
});

test.each<[Alert['every'], string, string]>([
  ['day', '2026-10-27T08:00Z', '2026-10-26 2026-10-26 after 2026-10-25/2026-10-25'],
  ['week', '2026-10-26T08:00Z', '2026-10-19 2026-10-25 after 2026-10-12/2026-10-18'],
  ['month', '2026-04-01T08:00Z', '2026-03-01 2026-03-31 after 2026-02-01/2026-02-28'],
])('the digest of a %s is compared with the one before, by the calendar', async (every, at, of) => {
  const asked: string[] = [];
  async function ask(_path: string, { start, end, compare }: Readonly<Record<string, string>>) {
    asked.push(`${start} ${end} after ${compare}`);
    return new Response('<p>Digest</p>');
  }
  const listed = toSites({ accept: 'any', sites: { compared: { timezone: 'Europe/Berlin' } } });
  const judge = notifierOf(
    { url: '', database },
    { [`Each ${every}`]: { sites: ['compared'], when: 'digest', every, to: 'mailto:one@example.org' } },
    { host: '', clock: () => Date.parse(at), listed, ask, mailServer: mail.url },
  );
  await judge();
  expect(asked).toEqual([of]);
});

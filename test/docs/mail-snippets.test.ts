import { readFile, writeFile } from 'node:fs/promises';
import { forAllTests, hoursAgo, key, startQueryService, visit } from '../api/query-service.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** The script of docs/guides/mail.md, with programs as its mailer. */

const inFolder = folderOfFile();
const service = forAllTests(() => startQueryService());
let snippets: string[];

beforeAll(async () => {
  const page = { pinged_at: hoursAgo(1), page_title: `Grüße & "Küsse" ${'😀'.repeat(400)}` };
  await service.insert(['blog', 'shop'].map((site_id) => ({ ...visit(hoursAgo(1)), site_id, ...page })));
  const guide = await readFile('docs/guides/mail.md', 'utf8');
  snippets = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const script = snippets.find((text) => text.startsWith('#!/bin/sh')) ?? '';
  await writeFile(inFolder('digest.sh'), script, { mode: 0o755 });
  const lines = [
    'blog a@example.com',
    'not/a/site b@example.com',
    'shop c@example.com timezone=Europe/Paris',
  ];
  await writeFile(inFolder('recipients'), `${lines.join('\n')}\n`);
});

function snippet(text: string): string {
  const found = snippets.filter((one) => one.includes(text) && !one.startsWith('#!'));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

/** Runs shell commands in the script's folder. */
function run(commands: string, environment: Record<string, string> = {}) {
  const env = { API_KEY: key, TALLYHOUSE_URL: service.url, MAILER: 'cat', ...environment };
  return ran(['sh', '-c', commands], { cwd: inFolder(), env });
}

function read(message: string) {
  const end = message.indexOf('\n\n');
  const [head, body] = [message.slice(0, end), message.slice(end + 2)];
  return { head: head.split('\n'), lines: body.split('\n'), html: Buffer.from(body, 'base64').toString() };
}

async function digest(parameters: Record<string, string>): Promise<unknown> {
  return (await service.report('/digest', { format: 'html', limit: '10', ...parameters })).body;
}

const subject = '1 visitor (14 November 2026 at 10:15 to 21 November 2026 at 10:15)';

test('the script writes a message whose body is the digest', async () => {
  const { code, out } = await run(
    snippet('MAILER=cat').replace(/^export TALLYHOUSE_URL=.*$/m, `export TALLYHOUSE_URL=${service.url}`),
    { MAILER: 'false' },
  );
  expect(code).toBe(0);
  const { head, lines, html } = read(out);
  expect(head).toEqual([
    'To: me@example.com',
    `Subject: blog: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(html).toBe(await digest({ period: '7d' }));
});

test('parameters after the address are parameters of the report, and PERIOD is another period', async () => {
  const { code, out } = await run(snippet("'goal=event:Signup'"));
  expect(code).toBe(0);
  const parameters = { goal: 'event:Signup', filter: 'country:DE|AT', timezone: 'Europe/Berlin' };
  expect(read(out).html).toBe(await digest(parameters));
  const ofDay = await run('./digest.sh shop me@example.com', { PERIOD: '1d' });
  expect(read(ofDay.out).html).toBe(await digest({ site_id: 'shop', period: '1d' }));
});

test('PERIOD=today with a date as end is that whole day, also one of 25 hours', async () => {
  const { code, out } = await run('./digest.sh blog me@example.com timezone=Europe/Berlin end=2026-10-25', {
    PERIOD: 'today',
  });
  expect(code).toBe(0);
  const day = {
    start: '2026-10-24T22:00:00Z',
    end: '2026-10-25T23:00:00Z',
    compare: '2026-10-24/2026-10-24',
  };
  expect(read(out).html).toBe(await digest({ timezone: 'Europe/Berlin', ...day }));
});

test('without the report there is no mail, and the script fails with the reason', async () => {
  const { code, out, errors } = await run('./digest.sh blog me@example.com', { API_KEY: 'wrong' });
  expect([code === 0, out]).toEqual([false, '']);
  expect(errors).toContain('401');
});

test('the loop sends a mail for each line, past one that fails, and fails then', async () => {
  const { code, out } = await run(snippet('done <recipients'));
  expect(code).toBe(1);
  expect(out.match(/^(?:To|Subject): .*$/gm)).toEqual([
    'To: a@example.com',
    `Subject: blog: ${subject}`,
    'To: c@example.com',
    `Subject: shop: ${subject.replaceAll('10:15', '11:15')}`,
  ]);
});

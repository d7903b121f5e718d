import { readFileSync } from 'node:fs';
import { apiKey, ingestOfFile, still } from '../../apps/ingest/src/ingest-under-test.ts';
import { ran } from '../harness/ran.ts';

/** The snippets of docs/events.md, docs/first-report.md and docs/api/pings.md work, in languages that the tests need anyway. */
const events = readFileSync('docs/events.md', 'utf8');
const firstReport = readFileSync('docs/first-report.md', 'utf8');
const pings = readFileSync('docs/api/pings.md', 'utf8');

// The day after that of the examples.
const ingest = ingestOfFile({}, still(Date.parse('2026-11-21T10:15:00Z')));

/** Runs the first snippet in a language that sends to the service under test. @returns its exit code */
async function run({ language, program, args }: (typeof programs)[number], docs = events) {
  const snippets = [...docs.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))];
  const text = snippets.map(([, code = '']) => code).find((code) => code.includes('/api/')) ?? 'exit 9';
  const snippet = text.replaceAll('http://127.0.0.1:3001', ingest.url);
  const env = { ...process.env, API_KEY: apiKey };
  return (await ran([program, ...args, snippet], { env })).code;
}

const programs = [
  { language: 'sh', program: 'sh', args: ['-c'] },
  { language: 'js', program: process.execPath, args: ['--input-type=module', '-e'] },
  { language: 'python', program: 'python3', args: ['-c'] },
];
const purchase = {
  event: 'Purchase',
  event_id: 'order-1837',
  props: { plan: 'yearly' },
  amount: '69.00',
  currency: 'EUR',
  page_path: '',
};

test.each(programs)('the snippet for $language stores one purchase', async (program) => {
  expect(await run(program)).toBe(0);
  expect(ingest.rows()).toMatchObject([purchase]);
});

test('the ping of the first report is counted, not dropped', async () => {
  const [shell] = programs;
  expect(shell && (await run(shell, firstReport))).toBe(0);
  const view = { page_path: '/hello', page_title: 'Hello', browser: 'Firefox', drop_reason: '' };
  expect(ingest.rows()).toMatchObject([view]);
});

test('the lines of requests are stored, but for the one of an asset', async () => {
  const [shell] = programs;
  expect(shell && (await run(shell, pings))).toBe(0);
  expect(ingest.crawls()).toMatchObject([{ page_path: '/bread' }]);
});

test.each(programs.slice(1))('the snippet for $language fails when nothing is stored', async (program) => {
  ingest.state.logAway = true;
  expect(await run(program)).not.toBe(0);
});

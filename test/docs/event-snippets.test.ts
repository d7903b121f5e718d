import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { apiKey, type IngestUnderTest, ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';

/** The snippets of docs/events.md do what it says, in the languages that tests have anyway. */
const docs = readFileSync('docs/events.md', 'utf8');

let ingest: IngestUnderTest;
beforeEach(async () => {
  ingest = await ingestUnderTest();
});
afterEach(() => ingest.close());

/** Runs the first snippet of a language against the service under test. @returns its exit code */
function run({ language, program, args }: (typeof programs)[number]): Promise<number | null> {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(docs) ?? [];
  const snippet = text.replaceAll('http://127.0.0.1:3001', ingest.url);
  const env = { ...process.env, API_KEY: apiKey };
  const running = spawn(program, [...args, snippet], { env, stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', resolve);
  });
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

test.each(programs.slice(1))('the snippet for $language fails when nothing is stored', async (program) => {
  ingest.state.logAway = true;
  expect(await run(program)).not.toBe(0);
});

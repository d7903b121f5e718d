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

/** The first snippet of a language, sent to the service under test. */
function snippet(language: string): string {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(docs) ?? [];
  return text.replaceAll('http://127.0.0.1:3001', ingest.url);
}

function run(program: string, args: string[], key = apiKey): Promise<number | null> {
  const running = spawn(program, args, { env: { ...process.env, API_KEY: key }, stdio: 'ignore' });
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

test.each(programs)('the snippet for $language stores one purchase', async ({ language, program, args }) => {
  expect(await run(program, [...args, snippet(language)])).toBe(0);
  expect(ingest.rows()).toMatchObject([
    {
      event: 'Purchase',
      event_id: 'order-1837',
      props: { plan: 'yearly' },
      amount: '69.00',
      currency: 'EUR',
      page_path: '',
    },
  ]);
});

test.each(programs.slice(1))(
  'the snippet for $language fails when nothing is stored',
  async ({ language, program, args }) => {
    ingest.state.logAway = true;
    expect(await run(program, [...args, snippet(language)])).not.toBe(0);
  },
);

import { readFileSync } from 'node:fs';
import { messages, speak } from '../words/words.ts';
import { inWords, starts } from './errors.ts';

const files = [
  'apps/query/src/database/database.ts',
  'apps/query/src/http/gate.ts',
  'packages/service/src/respond.ts',
];
const sources = files.map((file) => readFileSync(file, 'utf8')).join('');

test.each(Object.entries(starts))('%s is said in the language of the page', async (name, start) => {
  const message = new RegExp(`'(${start.replace('.', '\\.')}.*?)'`).exec(sources)?.[1];
  if (message === undefined) throw new Error(`No message of the service begins with: ${start}`);
  await speak('de');
  expect(inWords(message)).toBe(Reflect.get(messages.problems, name));
  expect(inWords(message)).not.toBe(message);
});

test('another message stays as it is', () => {
  const message = 'Shard 2 of the database cannot be reached. Please try again.';
  expect(inWords(message)).toBe(message);
});

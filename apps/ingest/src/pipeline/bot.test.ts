import { dropBots } from './bot.ts';
import { validate } from './validate.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

function judged(header: string, given?: string | undefined, keyed = given !== undefined) {
  const sender = { address: '192.0.2.1', userAgent: header, acceptLanguage: '', keyed, receivedAt: 0 };
  const arrived = validate({ entry: { page_path: '/', user_agent: given }, sender });
  if (arrived.kind !== 'ok') throw new Error(arrived.kind);
  const outcome = dropBots()(arrived.value);
  return outcome.kind === 'ok' ? outcome.value.userAgent : outcome;
}

test('a browser passes', () => {
  expect(judged(firefox)).toBe(firefox);
});

test.each([googlebot, '', 'curl/8.5.0', 'Mozilla/5.0 (compatible; GPTBot/1.2)'])('%j is a bot', (header) => {
  expect(judged(header)).toEqual({ kind: 'drop', reason: 'bot' });
});

test('a sender with the key is judged by the user agent that it gives', () => {
  expect(judged('curl/8.5.0', firefox)).toBe(firefox);
  expect(judged(firefox, googlebot)).toEqual({ kind: 'drop', reason: 'bot' });
});

test('a sender with the key that gives none is not judged, and nothing is known of the browser', () => {
  expect(judged('curl/8.5.0', undefined, true)).toBe('');
});

test('only the first 512 characters are read', () => {
  expect(judged(`${firefox}${' '.repeat(1000)}`)).toHaveLength(512);
});

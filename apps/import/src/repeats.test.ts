import { recorded } from './format.ts';
import { nginxJson } from './formats/nginx-json.ts';
import { createHosts } from './hosts.ts';
import { createRepeats } from './repeats.ts';
import { keyOf } from './take.ts';

/** Each record is a letter: its key is the letter, its time the letter's position in the alphabet. */
test.each([
  ['equal records get numbers, others keep their keys', ['abaa'], ['a b a1 a2']],
  ['a file that continues the one before continues its numbers', ['a', 'a'], ['a', 'a1']],
  ['a file that repeats the one before does not', ['ab', 'ab'], ['a b', 'a b']],
])('%s', (_, files, expected) => {
  const repeats = createRepeats();
  const keys = files.map((file) => {
    repeats.nextFile();
    return [...file].map((key) => repeats.keyOf(key, key.charCodeAt(0)).replace('\n', '')).join(' ');
  });
  expect(keys).toEqual(expected);
});

test('a record with a key of its own is the same in any place', () => {
  const repeats = createRepeats();
  const record = { at: 5, key: 'a', isUnique: true, ping: {} } as const;
  const time_iso8601 = '2026-11-20T09:00:00Z';
  const asked = { time_iso8601, request: 'GET / HTTP/1.1', status: 200, remote_addr: '192.0.2.1' };
  const line = JSON.stringify({ ...asked, request_id: 'a' });
  const read = nginxJson.createReader({ hosts: createHosts(undefined, []) });
  const keys = [recorded(record), recorded(record), read(line), read(line)].map((one) => keyOf(one, repeats));
  expect(keys).toEqual(['a', 'a', 'a', 'a']);
});

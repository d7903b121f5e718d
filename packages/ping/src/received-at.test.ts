import { receivedAt } from './received-at.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const id = `${noon
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/, '$1-')}-7abc-8000-000000000001`;

test.each([
  ['the id first', `["${id}","blog"]`],
  ['a number before the id', `[2,"${id}","blog"]`],
])('the time of receipt stands in a message with %s', (_name, message) => {
  expect(receivedAt(Buffer.from(message))).toBe(noon);
});

test.each([
  '',
  '[]',
  '["',
  `["${id.slice(0, 20)}`,
  `["${id.replace('-7', '-4')}"]`,
  '["00000000-0000-0000-0000-000000000000"]',
  'nonsense "nonsense" "nonsense and more nonsense"',
])('%j has none', (message) => {
  expect(receivedAt(Buffer.from(message))).toBeUndefined();
});

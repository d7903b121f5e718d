import { receivedAt } from './received-at.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const digits = noon.toString(16).padStart(12, '0');
const id = `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8000-000000000001`;

test('a message has its time of receipt, with or without a number before the id', () => {
  for (const message of [`["${id}","blog"]`, `[2,"${id}","blog"]`])
    expect(receivedAt(Buffer.from(message))).toBe(noon);
});

const cut = ['', '[]', '["', `["${id.slice(0, 20)}`];
const others = [`["${id.replace('-7', '-4')}"]`, '["00000000-0000-0000-0000-000000000000"]'];

const nonsense = 'nonsense "nonsense" "nonsense and more nonsense"';
test.each([...cut, ...others, nonsense])('%j has none', (message) => {
  expect(receivedAt(Buffer.from(message))).toBeUndefined();
});

import { receivedAt } from './received-at.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const digits = noon.toString(16).padStart(12, '0');
const id = `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8000-000000000001`;

test('a message has its time of receipt, with or without a number before the id', () => {
  for (const message of [`["${id}","blog"]`, `[2,"${id}","blog"]`])
    expect(receivedAt(Buffer.from(message))).toBe(noon);
});

const noId = [id.replace('-7', '-8'), 'a hash of the line'];
const requests = [id, ...noId].map((own) => `[255,"${own}","blog","0.000","1795262400.123","crawler"]`);
const imported = noId.map((own) => `[2,"${own}","blog","view","0.000","1795262400.123"]`);

test.each([...requests, ...imported])('%j has it in a column: its id has another time or none', (message) => {
  expect(receivedAt(Buffer.from(message))).toBe(1_795_262_400_123);
});

const cut = ['', '[]', '["', `["${id.slice(0, 20)}`];
const others = [`["${noId[0]}"]`, '["00000000-0000-0000-0000-000000000000"]', `[255,"${id}"]`];

const nonsense = 'nonsense "nonsense" "nonsense and more nonsense"';
test.each([...cut, ...others, nonsense])('%j has none', (message) => {
  expect(receivedAt(Buffer.from(message))).toBeUndefined();
});

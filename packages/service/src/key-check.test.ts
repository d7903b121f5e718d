import { createHash } from 'node:crypto';
import { authorizationOf } from './ask-service.ts';
import { type Caller, operator } from './caller.ts';
import { createKeyCheck } from './key-check.ts';

const nobody = () => undefined;
const check = createKeyCheck(['api key', undefined, '', 'Schlüssel 🔑'], nobody);

/** A header whose bytes are UTF-8, as Node decodes it. */
const asNodeReadsIt = (header: string) => Buffer.from(header).toString('latin1');

test('a key is shown in a header, whatever the case of its scheme', () => {
  const sent = new Headers({ authorization: authorizationOf('Schlüssel 🔑') }).get('authorization') ?? '';
  const schemes = ['Bearer api key', 'bearer api key', 'BEARER  api key'];
  const shown = [...schemes, asNodeReadsIt('Bearer Schlüssel 🔑'), sent];
  expect(new Set(shown.map((header) => check(header)))).toEqual(new Set([operator]));
});

const parts = ['', 'Bearer', 'Bearer ', 'Bearer api ke', 'Bearer key', 'Bearer Schlüssel '];
const more = ['Bearer api keys', 'Bearer api key ', 'Bearer Schlüssel 🔑🔑', 'Bearer api key Schlüssel 🔑'];
const others = ['Bearer API KEY', 'Basic api key', 'api key', 'Bearer undefined'];

test.each([...parts, ...more, ...others].map(asNodeReadsIt))('%j is wrong', (header) => {
  expect(check(header)).toBe('wrong');
});

test.each([[[]], [[undefined]], [['']], [[undefined, '']]])('with the keys %j no key is right', (keys) => {
  const sent = ['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer  x'];
  expect(new Set(sent.map(createKeyCheck(keys, nobody)))).toEqual(new Set(['wrong']));
});

test('other keys are found by the SHA-256 of their UTF-8', () => {
  const caller: Caller = { name: 'client', rights: new Set(['read']), sites: ['blog'], requestsPerMinute: 5 };
  const hash = createHash('sha256').update('clé').digest('hex');
  const withFile = createKeyCheck(['api key'], (sha256) => (sha256 === hash ? caller : undefined));
  expect(withFile(asNodeReadsIt('Bearer clé'))).toBe(caller);
  expect(withFile('Bearer api key')).toBe(operator);
  expect([withFile('Bearer cl'), withFile(`Bearer ${hash}`)]).toEqual(['wrong', 'wrong']);
  expect([withFile(undefined), check(undefined)]).toEqual(['none', 'none']);
});

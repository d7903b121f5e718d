import { z } from 'zod';
import { readEnvironment } from './config.ts';
import { privacySetting } from './privacy.ts';

const names = 'IP_STORAGE COORDINATES REFERRER_QUERY VISITOR_ID_DAYS RETENTION_DAYS SEC_GPC COOKIELESS';
const settings = Object.fromEntries(names.split(' ').map((name) => [name, z.string().default('unset')]));
const schema = z.object({ PRIVACY: privacySetting, ...settings });
const read = (env: Record<string, string>) => {
  const { PRIVACY: _, ...config } = readEnvironment(schema, env);
  return Object.values(config).join(' ');
};

test.each([
  ['', 'unset unset unset unset unset unset unset'],
  ['cnil', 'none 0 strip 393 760 1 unset'],
  ['strict', 'none 0 strip 393 760 1 1'],
])('PRIVACY=%s means %s', (PRIVACY, expected) => {
  expect(read({ PRIVACY })).toBe(expected);
});

test('a setting may be stricter than the preset', () => {
  const stricter = { VISITOR_ID_DAYS: '30', RETENTION_DAYS: '365', COOKIELESS: '0' };
  expect(read({ PRIVACY: 'cnil', ...stricter })).toBe('none 0 strip 30 365 1 0');
});

test('a setting that contradicts the preset is refused, all of them together, with both names', () => {
  const places = { IP_STORAGE: 'truncated', COORDINATES: '1', SEC_GPC: '0', COOKIELESS: '0' };
  const lax = { ...places, VISITOR_ID_DAYS: '0', RETENTION_DAYS: '761' };
  expect(() => read({ PRIVACY: 'strict', ...lax })).toThrow(
    `Invalid settings:
  IP_STORAGE: truncated contradicts PRIVACY=strict, which means none
  COORDINATES: 1 contradicts PRIVACY=strict, which means 0
  VISITOR_ID_DAYS: 0 contradicts PRIVACY=strict, which means 393
  RETENTION_DAYS: 761 contradicts PRIVACY=strict, which means 760
  SEC_GPC: 0 contradicts PRIVACY=strict, which means 1
  COOKIELESS: 0 contradicts PRIVACY=strict, which means 1`,
  );
});

test('another preset is refused', () => {
  expect(() => read({ PRIVACY: 'gdpr' })).toThrow('PRIVACY: cnil or strict');
});

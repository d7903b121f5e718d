import { createKeyGuard, type KeyGuardDeps } from './key-guard.ts';
import { createLogger } from './logger.ts';
import { createRegistry } from './metrics.ts';

const key = 'a key of some length';

function guardUnderTest(about: Partial<KeyGuardDeps> = {}) {
  let now = 0;
  const warned: unknown[] = [];
  const logger = createLogger('test', 'silent');
  logger.warn = (about: unknown) => {
    warned.push(about);
  };
  const metrics = { registry: createRegistry(), app: 'query' as const };
  const guard = createKeyGuard({ keys: [key], ticks: () => now, logger, metrics, ...about });
  return {
    ask: (sent: string | undefined, address = '203.0.113.9') =>
      guard(sent === undefined ? undefined : `Bearer ${sent}`, address),
    warned,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

/** Sends wrong keys from an address until they are limited. */
function exhaust(ask: ReturnType<typeof guardUnderTest>['ask'], address?: string): number {
  let guesses = 0;
  while (ask(`guess ${guesses}`, address).shown === 'wrong') guesses++;
  return guesses;
}

test('an address that has sent the key before is not locked out by others who guess from there', () => {
  const { ask } = guardUnderTest();
  expect(ask(key).shown).toBe('right');
  exhaust(ask);
  expect([ask(key).shown, ask(`${key}x`).shown, ask(key).shown]).toEqual(['right', 'limited', 'right']);
});

test('other addresses are not limited, an IPv6 /64 counts as one, and no key is no guess', () => {
  const { ask } = guardUnderTest();
  for (let i = 0; i < 100; i++) expect(ask(undefined, '2001:db8::1').shown).toBe('none');
  expect(exhaust(ask, '2001:db8::1')).toBe(20);
  expect(ask('wrong', '2001:db8::2').shown).toBe('limited');
  expect(ask('wrong', '2001:db8:0:1::1').shown).toBe('wrong');
  expect(ask(key, '203.0.113.9').shown).toBe('right');
});

test('warns once of a spent allowance, and again only after it was full', () => {
  const { ask, warned, wait } = guardUnderTest();
  exhaust(ask);
  for (let i = 0; i < 10; i++) ask('wrong');
  wait(6000);
  exhaust(ask);
  expect(warned).toEqual([{ address: '203.0.113.9' }]);
  wait(200_000);
  exhaust(ask);
  expect(warned).toHaveLength(2);
});

test("where no key is needed, another site's token is no guess, unless a key has that form", () => {
  const withDot = 'a.key.of.some.length';
  for (const [keys, limited] of [
    [[key], false],
    [[key, withDot], true],
  ] as const) {
    const { ask } = guardUnderTest({ keys, keyOptional: true });
    for (let i = 0; i < 30; i++) expect(ask(`an.other.token.${i}`).shown).toBe('none');
    expect(ask('a guess of some length').shown).toBe(limited ? 'limited' : 'wrong');
    expect(ask(withDot).shown).toBe('none');
  }
});

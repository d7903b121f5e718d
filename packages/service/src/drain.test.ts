import { createDrain } from './drain.ts';

test('every check fails while an app drains', async () => {
  const { checks, drain } = createDrain({ log: async () => 'said', disk: async () => {} });
  expect(await checks['log']?.()).toBe('said');
  const drained = drain(0.01);
  await expect(checks['log']?.()).rejects.toThrow('The app is shutting down.');
  await expect(checks['disk']?.()).rejects.toThrow('The app is shutting down.');
  await drained;
});

test('an app that is not to drain stays ready until it closes', async () => {
  const { checks, drain } = createDrain({ log: async () => 'said' });
  await drain(0);
  expect(await checks['log']?.()).toBe('said');
});

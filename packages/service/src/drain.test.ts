import { createDrain } from './drain.ts';

test('every check fails while an app drains, but not before it closes when it is not to drain', async () => {
  const { checks, drain } = createDrain({ log: async () => 'said', disk: async () => {} });
  await drain(0);
  expect(await checks['log']?.()).toBe('said');
  const drained = drain(0.01);
  await expect(checks['log']?.()).rejects.toThrow('The app is shutting down.');
  await expect(checks['disk']?.()).rejects.toThrow('The app is shutting down.');
  await drained;
});

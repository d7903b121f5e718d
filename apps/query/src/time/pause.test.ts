import { createPause } from './pause.ts';

test('long work yields between its steps', async () => {
  const pause = createPause();
  const happened: string[] = [];
  setImmediate(() => happened.push('another request'));
  for (const step of ['first step', 'second step']) {
    const end = performance.now() + 5;
    while (performance.now() < end);
    happened.push(step);
    await pause();
  }
  expect(happened).toEqual(['first step', 'another request', 'second step']);
});

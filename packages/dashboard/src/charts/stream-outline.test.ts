import { streamOutline } from './stream-outline.ts';

test('an outline goes to the other side and back', () => {
  const outline = streamOutline({ top: 0, height: 100 }, { top: 20, height: 10 });
  expect(outline).toBe('M0 0C50 0 50 20 100 20V30C50 30 50 100 0 100Z');
});

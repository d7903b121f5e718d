import fc from 'fast-check';
import { storableText } from './text.ts';

test('NUL and lone surrogates become the replacement character', () => {
  expect(storableText('a\0b\uD800c\uDC00', 100)).toBe('a\uFFFDb\uFFFDc\uFFFD');
});

test('right-to-left marks, emoji and markup are kept', () => {
  expect(storableText('\u202Eabc 🙂 <script>', 100)).toBe('\u202Eabc 🙂 <script>');
});

test('a pair is not split', () => {
  expect(storableText('ab🙂', 3)).toBe('ab');
});

test('whatever comes in, what goes out survives UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const stored = storableText(text, limit);
      expect(Buffer.from(stored).toString()).toBe(stored);
      expect(stored.length).toBeLessThanOrEqual(limit);
    }),
  );
});

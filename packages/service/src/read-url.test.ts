import { readUrl } from './read-url.ts';

test('letters beyond ASCII are read, however often, and text that is no URL is not', () => {
  const texts = ['https://bücher.example/', 'https://a.example/café?a=ü#é', 'https://例え.example/'];
  for (let call = 0; call < 30_000; call++) {
    const text = texts[call % texts.length] as string;
    if (readUrl(text) === undefined) throw new Error(`Call ${call} refused ${text}`);
  }
  expect(readUrl('/café')).toBeUndefined();
});

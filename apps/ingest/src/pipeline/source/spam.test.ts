import { isSpamReferrer } from './spam.ts';

test.each([
  'https://semalt.com/',
  'http://www.semalt.com/project_crawl.php?u=x',
  'http://42.semalt.semalt.com/crawler.php',
  'buttons-for-website.com',
  'http://NEWS.Grets.Store./',
  'https://lifehacĸer.com/',
])('%s is spam', (referrer) => {
  expect(isSpamReferrer(referrer)).toBe(true);
});

test.each([
  '',
  'https://www.google.com/?q=semalt.com',
  'https://notsemalt.com/',
  'https://semalt.com.somebody.net/',
  'https://semalt.com@somebody.net/',
  'android-app://com.semalt',
  'semalt',
  'com',
])('%p is no spam', (referrer) => {
  expect(isSpamReferrer(referrer)).toBe(false);
});

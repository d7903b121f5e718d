import { pageMeant } from './page-path.ts';

test.each([
  ['thanks', '/thanks'],
  ['/thanks/#top', '/thanks'],
  ['https://shop.example/thanks/?utm_source=mail#top', '/thanks'],
  ['HTTPS://SHOP.example', '/'],
  ['https://', '/https:'],
  ['//', '/'],
  ['https://shop.example/caf%c3%a9/', '/café'],
  ['https://shop.example/café', '/café'],
  ['/what%3F', '/what?'],
])('%s means %s', (page, path) => {
  expect(pageMeant(page, [])).toBe(path);
});

test.each([
  ['/order?step=3', '/order?step=3'],
  ['/order/?a=1&step=3#top', '/order?step=3'],
  ['/order?p=1&step=3', '/order?step=3&p=1'],
  ['/order?step=a%20b', '/order?step=a+b'],
  ['https://shop.example/order?step=a+b', '/order?step=a+b'],
  ['/order?a=1', '/order'],
  ['/order#?step=3', '/order'],
])('where step and p name pages %s means %s', (page, path) => {
  expect(pageMeant(page, ['step', 'p'])).toBe(path);
});

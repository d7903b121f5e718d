import { pageMeant } from './page-path.ts';

test.each([
  ['/thanks', '/thanks'],
  ['/thanks/', '/thanks'],
  ['/thanks//', '/thanks'],
  ['thanks', '/thanks'],
  ['/thanks?x=1', '/thanks'],
  ['/thanks/#top', '/thanks'],
  ['/%74hanks', '/thanks'],
  ['https://shop.example/thanks/?utm_source=mail#top', '/thanks'],
  ['HTTPS://SHOP.example', '/'],
  ['https://', '/https:'],
  ['//', '/'],
  ['/caf%C3%A9', '/café'],
  ['https://shop.example/caf%c3%a9/', '/café'],
  ['https://shop.example/café', '/café'],
  ['/100%25', '/100%'],
  ['/100%', '/100%'],
  ['/what%3F', '/what?'],
  ['/%2541', '/%41'],
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

import { isSiteId } from './site-id.ts';

const long = 'x'.repeat(64);
const ids = `a A-b_c.9 - _ .a a. -. ... ..a __proto__ ${long} ${'.'.repeat(64)}`.split(' ');
const others = `,.,..,a b, a,\0,"x","';,a/b,../x,..\\,ä,a\n,..\n,@a,*,%2e,${long}x`.split(',');

test.each([...ids, ...others])('whether %j is the id of a site', (text) => {
  expect(isSiteId(text)).toBe(ids.includes(text));
});

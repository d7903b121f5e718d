import { dimensions } from './dimensions.ts';
import { parseFilter } from './filter.ts';

test.each([
  ['source:Google', ':', ['Google']],
  ['source!:Google|Bing', '!:', ['Google', 'Bing']],
  ['page~/blog/', '~', ['/blog/']],
  ['page!~a|b|a', '!~', ['a', 'b', 'a']],
  ['source:', ':', ['']],
  ['source:|', ':', ['', '']],
  ['source::a', ':', [':a']],
  ['source:~a', ':', ['~a']],
  ['source:a!:b~c', ':', ['a!:b~c']],
  ['page:a\\|b|c', ':', ['a|b', 'c']],
  ['page:a\\\\|b', ':', ['a\\', 'b']],
  ['page:a\\\\\\|b', ':', ['a\\|b']],
  ['page:a\\b\\', ':', ['a\\b\\']],
  ['page:\n|😀\0', ':', ['\n', '😀\0']],
  ['page: /a ', ':', [' /a ']],
  ['hostname:Shop.Example|bücher.example.|', ':', ['shop.example', 'xn--bcher-kva.example', '']],
  ['hostname:a.example:8080', ':', ['a.example']],
  ['hostname!:A.example|a b|[::1]', '!:', ['a.example', 'a b', '[::1]']],
  ['hostname~Shop', '~', ['Shop']],
  ['country:de|DE', ':', ['DE', 'DE']],
  ['visitor_type:new|returning', ':', ['new', 'returning']],
  ['visitor_type~turn', '~', ['turn']],
])('%j', (text, operator, values) => {
  const dimension = dimensions.get(text.slice(0, text.search(/!?[:~]/)));
  expect(parseFilter(text)).toEqual({ text, dimension, operator, values });
});

const noForm = ['', 'source', 'source=Google', 'source!Google', 'source !: Google', ' source:Google'];
const noNames = [':Google', 'Source:Google', 'constructor:x', '__proto__:x', 'ip:127.0.0.1', 'session_id:x'];
const noValues = ['visitor_type:retuning', 'visitor_type!:'];
const tooLong = [`page:${'x'.repeat(2001)}`, `page:${'|'.repeat(100)}`];

test.each([...noForm, ...noNames, ...noValues, ...tooLong])('%.40j is not a filter', (text) => {
  expect(parseFilter(text)).toBeUndefined();
});

test('the maximum is accepted', () => {
  expect(parseFilter(`page:${'x'.repeat(2000)}${'|'.repeat(99)}`)?.values).toHaveLength(100);
});

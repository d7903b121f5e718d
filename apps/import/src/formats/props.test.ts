import { fittingEvent, fittingProps } from './props.ts';

const x = (times: number) => 'x'.repeat(times);
const takenName = 'a property whose valid name is that of another';
test.each<[string, string[], string[], string[]]>([
  ['valid ones stay', ['a', 'A.b-c_1'], ['a', 'A.b-c_1'], []],
  ['other characters become underscores', ['a b', 'c/d'], ['a_b', 'c_d'], []],
  ['foreign letters stay apart', ['цвет', 'цена'], ['_____2ff8d5', '_____ba272c'], []],
  ['accents are left out', ['größe'], ['gro_e_d353a2'], []],
  ['long ones stay apart', [`${x(45)}1`, `${x(45)}2`], [`${x(33)}_93e6ce`, `${x(33)}_fcf4e4`], []],
  ['one that becomes another is counted', ['a b', 'a_b', 'c'], ['a_b', 'c'], [takenName]],
])('names of properties: %s', (_, names, valid, lost) => {
  const fitting = fittingProps(names.map((name) => [name, `the ${name}`]));
  expect(fitting.lost).toEqual(lost);
  expect(Object.keys(fitting.props)).toEqual(valid);
  expect(fitting.props[valid[0] ?? '']).toBe(`the ${names[0]}`);
});

test.each([
  ['Sign up', 'Sign up', false],
  [' two\nlines\t', 'two lines', false],
  [x(120), x(120), false],
  [`${x(119)}😀y`, x(119), true],
])('the event %j is named %j', (name, event, isCut) => {
  expect(fittingEvent(name)).toEqual({ event, cut: isCut ? expect.stringContaining('120') : undefined });
});

import { readMoment } from './moment.ts';

const noon = Date.UTC(2026, 2, 10, 12);

test.each([
  ['2026-03-10 12:00:00', noon],
  ['2026-03-10T12:00:00Z', noon],
  ['2026-03-10 12:00:00.123456+00', noon + 123],
  ['2026-03-10T13:30:00+01:30', noon],
  ['2026-03-10 10:00:00-0200', noon],
  ['2026-03-10 12:00:00 UTC', noon],
  [`${noon / 1000}`, noon],
  [`${noon / 1000}.25`, noon + 250],
  [`${noon}`, noon],
  [`${noon}.75`, noon + 1],
  [`${noon}000`, noon],
  [`${noon}123456`, noon],
  ['2026/03/10 12:00:00', noon],
  ['2026/03/10 12:00:00.123456789', noon + 123],
  ['10/Mar/2026:13:00:00 +0100', noon],
])('%s', (text, time) => {
  expect(readMoment(text)).toBe(time);
});

const noDates = ['2026-13-10 12:00:00', '2026-02-29T12:00:00Z', '2026-11-31 12:00:00', '2026/11/31 12:00:00'];
const noTimes = ['', '2026-03-10', '12:00:00', '11/20/2026 12:00:00', `${noon}1`, '7', 'yesterday'];
test.each([...noDates, ...noTimes])('%j is no time', (text) => {
  expect(readMoment(text)).toBeNaN();
});

import { z } from 'zod';
import { readPartitionSteps, stepsText } from './partition-steps.ts';

const setting = z.string().transform(readPartitionSteps);
const problemIn = (text: string) => setting.safeParse(text).error?.issues.map(({ message }) => message);

test('is a number, or steps of multiples at rising times', () => {
  expect(setting.parse('6')).toEqual([{ from: 0, partitions: 6 }]);
  const text = '6, 12@2026-12-01T00:00:00Z,36@2027-01-01T01:00:00+01:00';
  const steps = [
    { from: 0, partitions: 6 },
    { from: Date.UTC(2026, 11, 1), partitions: 12 },
    { from: Date.UTC(2027, 0, 1), partitions: 36 },
  ];
  expect(setting.parse(text)).toEqual(steps);
  expect(stepsText(steps)).toBe('6,12@2026-12-01T00:00:00Z,36@2027-01-01T00:00:00Z');
});

test.each([
  ['', 'a number from 1 to 1000'],
  ['0', 'a number from 1 to 1000'],
  ['1001', 'a number from 1 to 1000'],
  ['six', 'a number from 1 to 1000'],
  ['6,', 'a number from 1 to 1000'],
  ['6@2026-12-01T00:00:00Z', 'the first number has no time'],
  ['6,12', 'every further number has a time'],
  ['6,12@2026-12-01', 'every further number has a time'],
  ['6,12@2026-12-01T00:00:00', 'every further number has a time'],
  ['6,12@2026-12-01T00:00:00Z,24@2026-12-01T00:00:00Z', 'is not later than the step before it'],
  ['6,9@2026-12-01T00:00:00Z', 'is no multiple of 6, such as 12'],
  ['6,6@2026-12-01T00:00:00Z', 'is no multiple of 6, such as 12'],
  ['12,6@2026-12-01T00:00:00Z', 'is no multiple of 12, such as 24'],
])('refuses %j', (text, reason) => {
  expect(problemIn(text)).toEqual([expect.stringContaining(reason)]);
});

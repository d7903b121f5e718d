import { createBindings } from './bindings.ts';
import { bucketCondition } from './sum-buckets.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);

/** The condition for one span, with the values of its parameters inserted. */
function condition(from: string, until: string, ...bucketStarts: string[]): string {
  const bindings = createBindings('n');
  const sql = bucketCondition([{ from: at(from), until: at(until) }], [0, ...bucketStarts.map(at)], bindings);
  return sql.replace(/\{(\w+):[^}]*\}/g, (_, name: string) => JSON.stringify(bindings.values[name]));
}

test('whole days are read from day buckets only', () => {
  expect(condition('01T00:00:00', '04T00:00:00')).toBe(
    '(day >= "2026-11-01" and day <= "2026-11-03" and ' +
      'bucket_at >= "2026-11-01 00:00:00" and bucket_at < "2026-11-04 00:00:00" and ' +
      '(minutes = 1440 and bucket_at >= "2026-11-01 00:00:00" and bucket_at < "2026-11-04 00:00:00"))',
  );
});

test('days, with hours and quarters of an hour at both ends', () => {
  expect(condition('01T22:15:00', '03T01:00:00')).toBe(
    '(day >= "2026-11-01" and day <= "2026-11-03" and ' +
      'bucket_at >= "2026-11-01 22:15:00" and bucket_at < "2026-11-03 01:00:00" and ' +
      '(minutes = 1440 and bucket_at >= "2026-11-02 00:00:00" and bucket_at < "2026-11-03 00:00:00" or ' +
      'minutes = 60 and bucket_at >= "2026-11-01 23:00:00" and bucket_at < "2026-11-03 01:00:00" and ' +
      '((bucket_at < "2026-11-02 00:00:00" or bucket_at >= "2026-11-03 00:00:00") and ' +
      '(day <= "2026-11-01" or day >= "2026-11-03")) or ' +
      'minutes = 15 and ((bucket_at < "2026-11-01 23:00:00" or bucket_at >= "2026-11-03 01:00:00") and ' +
      '(day <= "2026-11-01" or day >= "2026-11-03"))))',
  );
});

test('a day within which a bucket of the report begins is read by hours', () => {
  const middle = Math.floor(at('02T00:00:00') / 1000);
  expect(condition('01T00:00:00', '04T00:00:00', '02T05:00:00')).toBe(
    '(day >= "2026-11-01" and day <= "2026-11-03" and ' +
      'bucket_at >= "2026-11-01 00:00:00" and bucket_at < "2026-11-04 00:00:00" and ' +
      '(minutes = 1440 and bucket_at >= "2026-11-01 00:00:00" and bucket_at < "2026-11-04 00:00:00" and ' +
      `toUnixTimestamp(bucket_at) not in [${middle}] or ` +
      'minutes = 60 and bucket_at >= "2026-11-01 00:00:00" and bucket_at < "2026-11-04 00:00:00" and ' +
      '(bucket_at < "2026-11-01 00:00:00" or bucket_at >= "2026-11-04 00:00:00" or ' +
      `toUnixTimestamp(toStartOfDay(bucket_at)) in [${middle}])))`,
  );
});

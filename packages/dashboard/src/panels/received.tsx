import { toCsv } from '../api/csv.ts';
import { type Account, pings } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { dropReasons } from './drop-reasons.ts';
import { Body, CsvButton, Panel } from './panel.tsx';
import { subjectOf } from './use-panel.ts';

/** The outcomes of the received pings, which show how complete the numbers above are. */
export function Received() {
  const { view, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  // A dropped ping has no properties to filter by.
  const whole = { ...view, filters: [] };
  const extra = { granularity: 'month' };
  const loaded = useReport(pings, questionOf(whole, asked, extra), now, subjectOf(whole, now, extra));
  const data = loaded.answer?.data;
  return (
    <Panel
      title="Pings received"
      area="received"
      tools={<CsvButton name="pings received" text={data && (() => csvOf(data))} />}
    >
      {view.filters.length > 0 && (
        <p class="faint">All pings of the site and period. Filters do not apply here.</p>
      )}
      <Body loaded={loaded} rows={1}>
        {(account) => (
          <dl class="received-figures">
            <Fate name="Received" count={account.received} />
            <Fate name="Counted" count={account.stored} of={account.received} />
            {account.dropped_by_reason.map(({ reason, pings: count }) => (
              <Fate
                key={reason}
                name={`Dropped: ${dropReasons[reason]?.name ?? reason}`}
                count={count}
                of={account.received}
              />
            ))}
            {account.dropped === 0 && <Fate name="Dropped" count={0} />}
            {account.dead_lettered > 0 && (
              <Fate name="Refused by the database" count={account.dead_lettered} of={account.received} />
            )}
          </dl>
        )}
      </Body>
    </Panel>
  );
}

function Fate({ name, count, of }: { name: string; count: number; of?: number }) {
  return (
    <div>
      <dt class="faint">{name}</dt>
      <dd>
        <strong>{formatCount(count)}</strong>{' '}
        {of !== undefined && of > 0 && <span class="faint">{formatPercent((100 * count) / of)}</span>}
      </dd>
    </div>
  );
}

function csvOf({ received, stored, dead_lettered, dropped_by_reason }: Account): string {
  return toCsv(
    ['fate', 'reason', 'pings'],
    [
      ['received', '', received],
      ['stored', '', stored],
      ['dead_lettered', '', dead_lettered],
      ...dropped_by_reason.map(({ reason, pings: count }) => ['dropped', reason, count]),
    ],
  );
}

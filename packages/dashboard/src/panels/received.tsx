import { toCsv } from '../api/csv.ts';
import type { Account, Granularity } from '../api/reports.ts';
import { bucketName, isOfYears } from '../format/buckets.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { granularityOf } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { reasonName } from './drop-reasons.ts';
import { Facts } from './facts.tsx';
import { useOverTime } from './over-time.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';

/** The outcomes of the received pings, which show how complete the numbers above are. */
export function Received() {
  const { view, now } = useView();
  const granularity = granularityOf(view, now);
  const loaded = useOverTime().account;
  return (
    <Panel
      title={messages.panels.received}
      area="received"
      tools={
        <CsvButton name={messages.general.inText(messages.panels.received)} loaded={loaded} text={csvOf} />
      }
    >
      {view.filters.length > 0 && <p class="faint">{messages.panels.unfiltered}</p>}
      <Body loaded={loaded} rows={1}>
        {(account) => (
          <>
            <Facts of={fatesOf(account)} />
            <OverTime buckets={sinceFirst(account.buckets)} granularity={granularity} />
          </>
        )}
      </Body>
    </Panel>
  );
}

type Fated = keyof typeof messages.panels.fates;
const fateNames = ['stored', 'dropped', 'dead_lettered'] as const satisfies Fated[];

const sinceFirst = (buckets: Account['buckets']) =>
  buckets.slice(
    Math.max(
      0,
      buckets.findIndex(({ received }) => received > 0),
    ),
  );

/** With more bars there is no room between them. */
const mostApart = 60;

/** A bar for each bucket, with counted and dropped pings. */
function OverTime({ buckets, granularity }: { buckets: Account['buckets']; granularity: Granularity }) {
  const most = Math.max(1, ...buckets.map(({ received }) => received));
  const withYear = isOfYears(buckets.map(({ bucket }) => bucket));
  return (
    <ol
      class={buckets.length > mostApart ? 'fates dense' : 'fates'}
      aria-label={messages.numbers.overTime(messages.panels.received)}
    >
      {buckets.map((bucket) => {
        const some = fateNames.filter((fate) => bucket[fate] > 0);
        const counts = some
          .map((fate) => `${messages.panels.fates[fate]} ${formatCount(bucket[fate])}`)
          .join(', ');
        const words = `${bucketName(bucket.bucket, granularity, withYear)}${messages.general.colon}${counts || messages.general.noValue}`;
        return (
          <li key={bucket.bucket} title={words}>
            <span class="hidden">{words}</span>
            {some.map((fate) => (
              <i key={fate} class={fate} style={{ blockSize: `${(100 * bucket[fate]) / most}%` }} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

function fatesOf({ received, stored, dropped, dropped_by_reason, dead_lettered }: Account) {
  const { fates, droppedFor } = messages.panels;
  const whole = (name: string, count: number) => ({ name, value: formatCount(count) });
  const part = (name: string, count: number, kind: Fated) => ({
    ...whole(name, count),
    kind,
    more: received > 0 ? formatPercent((100 * count) / received) : undefined,
  });
  return [
    whole(fates.received, received),
    part(fates.stored, stored, 'stored'),
    ...dropped_by_reason.map(({ reason, pings }) => part(droppedFor(reasonName(reason)), pings, 'dropped')),
    ...(dropped === 0 ? [whole(fates.dropped, 0)] : []),
    ...(dead_lettered > 0 ? [part(fates.dead_lettered, dead_lettered, 'dead_lettered')] : []),
  ];
}

function csvOf({ received, stored, dead_lettered, dropped_by_reason }: Account): string {
  return toCsv(
    ['fate', 'reason', 'pings'],
    [
      ...Object.entries({ received, stored, dead_lettered }).map(([fate, pings]) => ({ fate, pings })),
      ...dropped_by_reason.map((of) => ({ ...of, fate: 'dropped' })),
    ],
  );
}

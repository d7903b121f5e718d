import { useState } from 'preact/hooks';
import { insights, overview } from '../api/reports.ts';
import { formatCount, formatDecimal, formatDuration, formatPercent, formatShort } from '../format/numbers.ts';
import { useView } from '../url/use-view.ts';
import { Growth } from './growth.tsx';
import { type Metric, metrics, Series } from './series.tsx';
import { useViewReport } from './use-panel.ts';

/** The numbers of the period, and one of them over time. */
export function Headlines() {
  const { view } = useView();
  const [metric, setMetric] = useState<Metric>('unique_visitors');
  const totals = useViewReport(overview);
  const changes = useViewReport(insights);
  const total = totals.answer?.data;
  const change = changes.answer?.data;
  const busy = totals.loading || changes.loading;

  return (
    <section class="card panel headlines" aria-label="Summary">
      <h2 class="hidden">Summary</h2>
      <div class="figures" aria-busy={busy}>
        {metricNames.map((name) => (
          <button
            type="button"
            class="figure"
            key={name}
            aria-pressed={name === metric}
            onClick={() => setMetric(name)}
          >
            <span class="faint">{metrics[name]}</span>
            <strong title={total && formatCount(total[name])}>
              {total ? formatShort(total[name]) : ' '}
            </strong>
            {view.compare && <Growth change={change?.[name]} format={formatCount} />}
          </button>
        ))}
        <div class="figure">
          <span class="faint">Views per visit</span>
          <strong>{total ? formatDecimal(total.views_per_session) : ' '}</strong>
        </div>
        <div class="figure">
          <span class="faint">Bounce rate</span>
          <strong>{change ? formatPercent(change.bounce_rate.current) : ' '}</strong>
          {view.compare && <Growth change={change?.bounce_rate} format={formatPercent} lessIsBetter />}
        </div>
        <div class="figure">
          <span class="faint">Visit duration</span>
          <strong>{change ? formatDuration(change.avg_session_duration_seconds.current) : ' '}</strong>
          {view.compare && <Growth change={change?.avg_session_duration_seconds} format={formatDuration} />}
        </div>
        <div class="figure">
          <span class="faint">Returning</span>
          <strong>{total ? formatPercent(total.returning_visitor_percentage) : ' '}</strong>
        </div>
      </div>
      {[totals, changes].find(({ problem }) => problem !== undefined) && (
        <p role="alert" class="problem">
          {totals.problem ?? changes.problem}{' '}
          <button
            type="button"
            onClick={() => {
              totals.retry();
              changes.retry();
            }}
          >
            Try again
          </button>
        </p>
      )}
      <Series metric={metric} />
    </section>
  );
}

const metricNames = ['unique_visitors', 'sessions', 'pageviews'] as const;

import { useState } from 'preact/hooks';
import { Markers } from '../annotations/markers.tsx';
import { useNotes } from '../annotations/use-notes.tsx';
import { inParts, keyTarget, scaleOf } from '../charts/line-options.ts';
import { Empty } from '../definitions/empty.tsx';
import { Foreign, nothingIn } from '../panels/list.tsx';
import { Body } from '../panels/panel.tsx';
import { resolve } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { metricText, metricWords, missing, type Value } from './metrics.ts';
import { drawnMetric, useCrossed } from './use-query.ts';
import { valueWords } from './value-cell.tsx';

const mostLines = 6;
const plotHeight = 240;

interface Drawing {
  metric: string;
  buckets: readonly string[];
  lines: readonly { name: string; values: Values }[];
}
type Values = readonly (number | null)[];

/** The drawn metric over time: one line, or a line for each of the largest values of the first metric. */
export function Lines() {
  const viewing = useView();
  const { explored } = viewing.view;
  const other = explored.dimensions.find((name) => name !== 'bucket');
  const metric = drawnMetric(explored);
  const loaded = useCrossed([other ?? 'bucket', 'bucket'], [other ? mostLines : 1000, 1000]);
  return (
    <Body loaded={loaded} rows={9}>
      {({ rows, columns, cellOf }) => {
        const lines = (other ? rows : [metric]).map((row) => ({
          name: other ? valueWords(viewing, other, row) : metricWords(metric),
          values: columns.map((column) => numberOf(cellOf(other ? row : column, column), metric)),
        }));
        if (lines.length === 0) return <Empty>{nothingIn(viewing.view)}</Empty>;
        return <Chart metric={metric} buckets={columns} lines={lines} />;
      }}
    </Body>
  );
}

const numberOf = (value: Value, metric: string) =>
  value === undefined ? missing(metric) : value === null ? null : Number(value);

/** A slider for the keyboard; the legend describes its point. */
function Chart({ metric, buckets, lines }: Drawing) {
  const viewing = useView();
  const { notes, open, dialog } = useNotes();
  const [chosen, setChosen] = useState<number>();
  const { untilNow } = resolve(viewing.view.period, viewing.view.timezone, viewing.now);
  const last = buckets.length - 1;
  const times = buckets.map((bucket, index) => {
    const time = valueWords(viewing, 'bucket', bucket);
    return untilNow && index === last ? messages.numbers.soFar(time) : time;
  });
  const at = Math.min(chosen ?? last, last);
  const numbers = lines.flatMap(({ values }) => values.map(Number));
  const [bottom, top] = scaleOf(Math.min(...numbers), Math.max(...numbers));
  const heightOf = (value: number) => (100 * (top - value)) / (top - bottom);
  const place = (index: number) => (100 * index) / Math.max(1, last);
  const legend = lines.map(({ name, values }) => ({ name, text: metricText(metric, values[at]) }));
  return (
    <div class="lines-chart">
      <ol class="scale faint" aria-hidden="true">
        {[top, (top + bottom) / 2, bottom].map((value) => (
          <li key={value}>{metricText(metric, value)}</li>
        ))}
      </ol>
      <div class="annotated">
        <div
          class="plot"
          style={{ blockSize: `${plotHeight}px` }}
          role="slider"
          tabIndex={0}
          aria-label={messages.numbers.overTime(metricWords(metric))}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${times[at]}${messages.general.colon}${legend.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
          onKeyDown={(event) => {
            const target = keyTarget(event.key, at, [...times.keys()]);
            if (target !== undefined) event.preventDefault();
            setChosen(target ?? chosen);
          }}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setChosen(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
          }}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.map(({ values }, index) => {
              const [whole, running] = inParts(values, last, untilNow && last > 0);
              return (
                <g key={index} style={{ stroke: `var(--mark-${index})` }}>
                  <path d={pathOf(whole, heightOf, place)} />
                  <path class="unfinished" d={pathOf(running, heightOf, place)} />
                </g>
              );
            })}
          </svg>
          <span class="point" style={{ insetInlineStart: `${place(at)}%` }} />
        </div>
        <Markers notes={notes} buckets={buckets} insets="0" height={plotHeight} onOpen={open} />
      </div>
      <p class="ends faint" aria-hidden="true">
        <span>{times[0]}</span> <span>{times[last]}</span>
      </p>
      <p class="time">{times[at]}</p>
      <ul class="legend-lines" aria-label={messages.explore.shapes.lines}>
        {legend.map(({ name, text }, index) => (
          <li key={index}>
            <span class="swatch" style={{ background: `var(--mark-${index})` }} /> <Foreign text={name} />{' '}
            <strong>{text}</strong>
          </li>
        ))}
      </ul>
      {dialog}
    </div>
  );
}

/** A line with interruptions where values are missing. A single point is a dot. */
function pathOf(
  values: Values,
  heightOf: (value: number) => number,
  place: (index: number) => number,
): string {
  const points = values.map((value, index) => {
    if (value === null) return '';
    const isFirst = (values[index - 1] ?? null) === null;
    return `${isFirst ? 'M' : 'L'}${place(index)} ${heightOf(value)}${isFirst ? 'h0' : ''}`;
  });
  return points.join('');
}

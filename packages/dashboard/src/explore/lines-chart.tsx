import { useState } from 'preact/hooks';
import { keyTarget } from '../charts/line-chart.tsx';
import { niceTop } from '../charts/line-options.ts';
import { Foreign } from '../panels/list.tsx';

interface Properties {
  label: string;
  /** The names of the points. */
  times: readonly string[];
  lines: readonly { name: string; values: readonly (number | null)[] }[];
  format: (value: number | null) => string;
}

/** Several lines over the same time. For the keyboard it is a slider, whose point the legend is about. */
export function LinesChart({ label, times, lines, format }: Properties) {
  const [chosen, setChosen] = useState<number>();
  const last = times.length - 1;
  const at = Math.min(chosen ?? last, last);
  const top = niceTop(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))) || 1);
  const words = lines.map(({ name, values }) => `${name} ${format(values[at] ?? null)}`).join(', ');
  return (
    <div class="lines-chart">
      <div class="plot-row">
        <span class="scale faint" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </span>
        <div
          class="plot"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${times[at]}: ${words}`}
          onKeyDown={(event) => {
            const target = keyTarget(event.key, at, times.length);
            if (target === undefined) return;
            event.preventDefault();
            setChosen(target);
          }}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setChosen(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
          }}
          onPointerLeave={() => setChosen(undefined)}
        >
          <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.map(({ values }, index) => (
              <path
                key={index}
                class={`stroke-${index}`}
                d={pathOf(values, top)}
                vector-effect="non-scaling-stroke"
              />
            ))}
          </svg>
          {chosen !== undefined && (
            <span class="point" style={{ insetInlineStart: `${place(at, last) / 10}%` }} />
          )}
        </div>
        <ul class="ticks faint" aria-hidden="true">
          {ticksOf(last).map((index) => (
            <li key={index} style={{ insetInlineStart: `${place(index, last) / 10}%` }}>
              {times[index]}
            </li>
          ))}
        </ul>
      </div>
      <p class="legend-title">{times[at]}</p>
      <ul class="legend-lines" aria-label="Lines">
        {lines.map(({ name, values }, index) => (
          <li key={index}>
            <span class={`swatch hue-${index}`} />
            <Foreign text={name} /> <strong>{format(values[at] ?? null)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The points that have their names below them: as many as a phone has room for. */
const ticksOf = (last: number) => [...new Set([0, last / 3, (2 * last) / 3, last].map(Math.round))];

/** From the left, of 1000. */
const place = (index: number, last: number) => (last === 0 ? 500 : (1000 * index) / last);

/** A line that is interrupted where there is no value. A point alone is a dot. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const points = values.map((value, index) => {
    if (value === null) return '';
    const [x, y] = [place(index, values.length - 1), 100 - (100 * value) / top];
    const isFirst = index === 0 || values[index - 1] === null;
    return `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(2)}${isFirst ? 'h0' : ''}`;
  });
  return points.join('');
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format/numbers.ts';
import { Foreign } from './list.tsx';

interface AlsoRow {
  key: string;
  name: string;
  size: number;
  chosen: boolean;
  onChoose: () => void;
}

interface Properties {
  title: string;
  rows: readonly AlsoRow[];
  /** The number of rows that always fit. Without it, all rows are shown. */
  least?: number;
}

/** Rows of another list below a short one, as many as fit into the card. */
export function Also({ title, rows, least }: Properties) {
  const { list, room } = useRoom(least ?? rows.length, rows.length);
  const shown = rows.slice(0, room);
  const most = Math.max(1, ...rows.map(({ size }) => size));
  return (
    <section class={least === undefined ? 'also' : 'also fits'} aria-label={title}>
      <h3 class="faint">{title}</h3>
      <ol ref={list} style={least === undefined ? {} : { '--least': Math.min(least, rows.length) }}>
        {shown.map(({ key, name, size, chosen, onChoose }) => (
          <li key={key} class={chosen ? 'chosen' : ''}>
            <span class="what">
              <span class="bar" style={{ inlineSize: `${(100 * size) / most}%` }} />
              <button type="button" class="row" aria-pressed={chosen} title={name} onClick={onChoose}>
                <Foreign text={name} />
              </button>
            </span>
            <span class="number">{formatCount(size)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The number of rows that fit into a list of fixed height. */
function useRoom(least: number, rows: number) {
  const list = useRef<HTMLOListElement>(null);
  const [room, setRoom] = useState(least);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const row = element.firstElementChild?.getBoundingClientRect().height ?? 0;
      // Half a pixel, because heights are rounded.
      if (row > 0) setRoom(Math.max(least, Math.floor((element.clientHeight + 0.5) / row)));
    });
    observer.observe(element);
    return () => observer.disconnect();
    // Again when the first rows arrive: only then a row has a height.
  }, [least, rows]);
  return { list, room };
}

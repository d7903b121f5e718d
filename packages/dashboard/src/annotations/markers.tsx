import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Annotation } from '../api/reports.ts';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { markersOf, stretchesOf } from './place.ts';
import { textOf, whenOf } from './words.ts';

interface Properties {
  notes: readonly Annotation[];
  buckets: readonly string[];
  /** The position of the line within the chart, as CSS `inset`. */
  insets: string;
  /** The height of a marker's line, pixels. */
  height: number;
  onOpen: () => void;
}

const apart = 18;
/** The most texts that a marker shows. */
const mostTexts = 5;

/** Markers of annotations on a chart; hover, focus or a click shows their texts. */
export function Markers({ notes, buckets, insets, height, onOpen }: Properties) {
  const { timezone } = useView().view;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(300);
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || 300));
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const starts = buckets.map((bucket) => Date.parse(bucket));
  return (
    <div class="markers" ref={place} style={{ inset: insets, '--drawn': `${height}px` }}>
      {stretchesOf(notes, starts).map(({ from, to }, index) => (
        <span key={index} class="hatched" style={{ insetInline: `${100 * from}% ${100 - 100 * to}%` }} />
      ))}
      {markersOf(notes, starts, apart / width).map(({ at, notes }) => (
        <button
          key={at}
          type="button"
          class={`marker ${at > 0.5 ? 'left' : ''}`}
          style={{ insetInlineStart: `${100 * at}%` }}
          aria-label={labelOf(notes)}
          onClick={onOpen}
        >
          {notes.length > 1 && notes.length}
          <span class="about" aria-hidden="true">
            {notes.slice(0, mostTexts).map((note) => (
              <span key={note.id}>
                <span class="faint">{whenOf(note, timezone)}</span> <Foreign text={textOf(note)} />
              </span>
            ))}
            {moreWords(notes.length).map((more) => (
              <span key={more} class="faint">
                {more}
              </span>
            ))}
          </span>
        </button>
      ))}
    </div>
  );
}

/** With the number on the marker, if there are several. */
function labelOf(notes: readonly Annotation[]): string {
  const texts = notes.slice(0, mostTexts).map(textOf);
  const all = [...texts, ...moreWords(notes.length)].join('; ');
  return notes.length > 1 ? messages.annotations.several(`${notes.length}`, all) : all;
}

const moreWords = (count: number) =>
  count > mostTexts ? [messages.annotations.andMore(`${count - mostTexts}`)] : [];

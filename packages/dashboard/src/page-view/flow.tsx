import type { Engagement } from '../api/reports.ts';
import { streamOutline } from '../charts/stream-outline.ts';
import { Empty } from '../definitions/empty.tsx';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Foreign } from '../panels/list.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { type Stream, streamsOf } from './flow-shape.ts';

interface Properties {
  page: Engagement;
  onOpen: (path: string) => void;
}

interface End {
  key: string;
  name: string;
  views: number;
  /** The page, if the stream belongs to one. */
  path?: string;
}

/** Views come in from the left and go out to the right; the width of a stream is its share. */
export function Flow({ page, onOpen }: Properties) {
  const { views, entries, exits, next_pages } = page;
  if (views === 0) return <Empty>{messages.page.noViews}</Empty>;
  const listed = next_pages.reduce((sum, next) => sum + next.views, 0);
  const before: End[] = [
    { key: 'entries', name: messages.page.startedHere, views: entries },
    { key: 'others', name: messages.page.fromAnother, views: views - entries },
  ];
  const after: End[] = [
    ...next_pages.map((next) => ({
      key: next.page_path,
      name: next.page_title || next.page_path,
      views: next.views,
      path: next.page_path,
    })),
    { key: 'more pages', name: messages.page.otherPages, views: views - exits - listed },
    { key: 'exits', name: messages.page.left, views: exits },
  ];
  return (
    <div class="streams-around">
      <Side ends={before} views={views} onOpen={onOpen} />
      <div class="middle">
        <strong>{formatCount(views)}</strong>
        <span>{counted(messages.page.views, views)}</span>
      </div>
      <Side ends={after} views={views} onOpen={onOpen} outgoing />
    </div>
  );
}

interface SideProperties {
  ends: readonly End[];
  views: number;
  onOpen: (path: string) => void;
  outgoing?: boolean;
}

function Side({ ends, views, onOpen, outgoing = false }: SideProperties) {
  const shown = ends.filter((end) => end.views > 0);
  const streams = streamsOf(shown.map((end) => end.views));
  return (
    <>
      {outgoing && <Streams streams={streams} mirrored />}
      <ol
        class={outgoing ? 'after' : 'before'}
        aria-label={outgoing ? messages.page.after : messages.page.before}
      >
        {shown.map(({ key, name, path, views: count }, index) => (
          <li key={key} style={{ flexGrow: streams[index]?.edge.height ?? 1 }}>
            <span class="end">
              {path === undefined ? (
                <span class="faint">{name}</span>
              ) : (
                <button type="button" class="row" title={path} onClick={() => onOpen(path)}>
                  <Foreign text={name} />
                </button>
              )}
              <span class="number">
                {formatCount(count)} <span class="faint">{formatPercent((100 * count) / views)}</span>
              </span>
            </span>
          </li>
        ))}
      </ol>
      {!outgoing && <Streams streams={streams} />}
    </>
  );
}

function Streams({ streams, mirrored = false }: { streams: readonly Stream[]; mirrored?: boolean }) {
  return (
    <svg
      class={`streams ${mirrored ? 'mirrored' : ''}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {streams.map(({ edge, middle }, index) => (
        <path key={index} d={streamOutline(edge, middle)} />
      ))}
    </svg>
  );
}

import type { RealtimeData } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { ago, longestAgo } from '../format/ago.ts';
import { countryName, named } from '../format/names.ts';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';

type Pageview = RealtimeData['recent'][number];

interface Properties {
  pageviews: readonly Pageview[];
  /** The time of the list, milliseconds since 1970, by the clock of the service. */
  at: number;
  most: number;
}

/** The newest pageviews. A new one slides in on top. */
export function Recent({ pageviews, at, most }: Properties) {
  if (pageviews.length === 0) return <Empty>{messages.realtime.nobodyLately}</Empty>;
  return (
    <ol class="recent" aria-label={messages.realtime.newest} style={{ '--when': `${longestAgo()}ch` }}>
      {withKeys(pageviews)
        .slice(0, most)
        .map(({ key, entered_at, page_path, page_title, source, country }) => (
          <li key={key}>
            <time class="faint number" dateTime={entered_at}>
              {ago(at - Date.parse(entered_at))}
            </time>
            <span class="what" title={page_path}>
              <Foreign text={page_title || page_path} />
            </span>
            <span class="from faint">
              <Foreign text={named(source)} />
            </span>
            <span class="where faint">{countryName(country)}</span>
          </li>
        ))}
    </ol>
  );
}

/** Rows have no ids. Equal ones are numbered from the oldest, so that a new row leaves the keys of the others unchanged. */
function withKeys(pageviews: readonly Pageview[]): (Pageview & { key: string })[] {
  const seen = new Map<string, number>();
  return pageviews
    .toReversed()
    .map((pageview) => {
      const own = Object.values(pageview).join('\n');
      const count = (seen.get(own) ?? 0) + 1;
      seen.set(own, count);
      return { ...pageview, key: `${own}\n${count}` };
    })
    .reverse();
}

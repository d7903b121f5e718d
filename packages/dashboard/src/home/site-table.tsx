import { useMemo, useState } from 'preact/hooks';
import { ago, spanOf } from '../format/ago.ts';
import { formatCount, formatGrowth, formatPercent, formatShort, none } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { ViewLink } from '../url/view-link.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { groupsOf, type SiteGroup } from './site-groups.ts';
import { reportsOf, severalOf } from './site-name.ts';
import type { Listed, SiteOrder } from './site-orders.ts';
import { Sparkline } from './sparkline.tsx';

/** The columns, by their order. */
const columns: readonly { order: SiteOrder; class?: string }[] = [
  { order: 'name' },
  { order: 'online', class: 'number' },
  { order: 'visitors', class: 'number' },
  { order: 'change', class: 'number' },
  { order: 'sessions', class: 'number visits' },
  { order: 'pageviews', class: 'number views' },
  { order: 'silence', class: 'last' },
];

interface Properties {
  sites: readonly Listed[];
  /** Milliseconds since 1970. */
  now: number;
}

/** A row for each site, with a link to its reports. */
export function SiteTable({ sites, now }: Properties) {
  const { view, change } = useView();
  const { names } = messages.numbers;
  const words = { ...names, sessions: names.visits, ...messages.home.columns };
  return (
    <table class="sites">
      <thead>
        <tr>
          {columns.map(({ order, class: name }) => (
            <th
              scope="col"
              key={order}
              class={name}
              aria-sort={order !== view.order ? undefined : order === 'name' ? 'ascending' : 'descending'}
            >
              <button type="button" class="quiet" onClick={() => change({ order })}>
                {words[order]}
              </button>
            </th>
          ))}
          <th scope="col" class="over-time faint" title={messages.home.overThePeriod}>
            <small>{messages.home.trend}</small>
          </th>
        </tr>
      </thead>
      {view.grouped ? (
        groupsOf(sites).map((group) => <Group key={group.name ?? ''} group={group} now={now} />)
      ) : (
        <tbody>
          <Rows sites={sites} now={now} />
        </tbody>
      )}
    </table>
  );
}

function Rows({ sites, now }: Properties) {
  return (
    <>
      {sites.map((listed) => (
        <Row key={listed.site.site_id} listed={listed} now={now} />
      ))}
    </>
  );
}

/** A heading with the numbers of a group, which folds its sites. */
function Group({ group, now }: { group: SiteGroup; now: number }) {
  const [open, setOpen] = useState(true);
  const { name, sites, sessions, pageviews, silent, sparkline } = group;
  return (
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colSpan={4}>
          <button type="button" class="quiet group-name" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'open'} />
            {name === null ? messages.home.noGroup : <Foreign text={name} />}
            <span class="count">{counted(messages.home.count, sites.length)}</span>
            {silent > 0 && <span class="silent-count">{messages.home.silent(formatCount(silent))}</span>}
          </button>
        </th>
        <td class="number visits" title={formatCount(sessions)}>
          {formatShort(sessions)}
        </td>
        <td class="number views" title={formatCount(pageviews)}>
          {formatShort(pageviews)}
        </td>
        <td class="last">
          {name !== null && (
            <ViewLink to={reportsOf(severalOf(name))}>
              {messages.header.reports}
              <span class="hidden"> {messages.home.ofGroup(name)}</span>
            </ViewLink>
          )}
        </td>
        <td class="over-time">
          <Sparkline counts={sparkline} />
        </td>
      </tr>
      {open && <Rows sites={sites} now={now} />}
    </tbody>
  );
}

/** There may be five hundred of them: unchanged ones are not drawn again. */
function Row({ listed: { site, name, online, silentMs }, now }: { listed: Listed; now: number }) {
  const last =
    silentMs !== undefined
      ? messages.home.noPingsFor(spanOf(silentMs))
      : site.last_ping_at === null
        ? messages.general.never
        : ago(now - Date.parse(site.last_ping_at));
  return useMemo(
    () => (
      <tr class={silentMs === undefined ? undefined : 'silent'}>
        <th scope="row">
          <ViewLink to={reportsOf(site.site_id)}>
            <Foreign text={name} />
          </ViewLink>{' '}
          {site.group !== null && <span class="second">{site.group}</span>}
          {silentMs !== undefined && <span class="silence">{last}</span>}
        </th>
        <td class={online > 0 ? 'number live' : 'number faint'}>
          {online > 0 && <span class="dot" />} {formatCount(online)}
        </td>
        <td class="number" title={formatCount(site.unique_visitors)}>
          {formatShort(site.unique_visitors)}
        </td>
        <td class="number">
          <Change percent={site.change} />
        </td>
        <td class="number visits">{formatShort(site.sessions)}</td>
        <td class="number views">{formatShort(site.pageviews)}</td>
        <td class="last">{last}</td>
        <td class="over-time">
          <Sparkline counts={site.sparkline} />
        </td>
      </tr>
    ),
    [site, name, online, silentMs, last],
  );
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null) return <span class="faint">{none}</span>;
  const same = Math.abs(percent) < 0.5;
  const better = same ? 'faint' : percent > 0 ? 'better' : 'worse';
  return <span class={`growth ${better}`}>{same ? formatPercent(0) : formatGrowth(percent)}</span>;
}

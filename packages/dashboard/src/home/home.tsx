import { silenceOf } from '@tallyhouse/alerts/silence';
import { useMemo, useRef, useState } from 'preact/hooks';
import { may, readsAll, useHolder } from '../api/holder.ts';
import { allSites, type Site } from '../api/reports.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import { Empty } from '../definitions/empty.tsx';
import { formatCount } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { Options } from '../options.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { useRealtime } from '../realtime/realtime-source.tsx';
import { newSite } from '../setup/tag.ts';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { usePulse } from '../url/pulse.ts';
import { useView, ViewContext } from '../url/use-view.ts';
import { ViewLink } from '../url/view-link.tsx';
import { messages } from '../words/words.ts';
import { moveFocus } from './keys.ts';
import { isFound, reportsOf, severalOf, siteName } from './site-name.ts';
import { type Listed, ordered } from './site-orders.ts';
import { SiteTable } from './site-table.tsx';
import { Totals } from './totals.tsx';

const rhythmMs = 300_000;

/** All sites: their numbers together, and a row for each. */
export function Home({ loaded }: { loaded: Loaded<Site[]> }) {
  const viewing = useView();
  const { view, change } = viewing;
  const [wanted, setWanted] = useState('');
  const [silentOnly, setSilentOnly] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const all = useListed(loaded);
  const groups = [...new Set(all.flatMap(({ site }) => site.group ?? []))].sort();
  const silent = all.filter(({ silentMs }) => silentMs !== undefined).length;
  const shown = useMemo(
    () =>
      ordered(all, view.order).filter(
        ({ site, silentMs }) =>
          (view.group === undefined || site.group === view.group) &&
          // When none is silent any more, its button is gone.
          (!silentOnly || silent === 0 || silentMs !== undefined) &&
          isFound(site, wanted),
      ),
    [all, view.order, view.group, silentOnly, silent, wanted],
  );

  useShortcuts((key) => key === '/' && search.current?.focus());
  const holder = useHolder();
  const maySetUp = holder && may(holder, 'manage') && readsAll(holder);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a shorter way to what links and inputs do
    <div class="home" ref={page} onKeyDown={(event) => moveFocus(event, search.current, page.current)}>
      <h1 class="hidden" tabIndex={-1}>
        {messages.header.allSites}
      </h1>
      <ViewContext.Provider value={{ ...viewing, view: { ...view, site: severalOf(view.group) } }}>
        <Totals />
      </ViewContext.Provider>
      <Panel
        title={messages.header.sites}
        tools={
          <>
            <label class="search">
              <Icon name="search" />
              <input
                ref={search}
                type="search"
                aria-label={messages.header.searchSites}
                placeholder={messages.header.searchSites}
                value={wanted}
                spellcheck={false}
                autocomplete="off"
                onInput={({ currentTarget }) => setWanted(currentTarget.value)}
              />
            </label>
            {groups.length > 0 && (
              <select
                aria-label={messages.home.group}
                value={view.group ?? ''}
                onChange={({ currentTarget }) => change({ group: currentTarget.value || undefined })}
              >
                <option value="">{messages.home.allGroups}</option>
                <Options of={groups.map((name) => [name, name])} />
              </select>
            )}
            {groups.length > 0 && (
              <button
                type="button"
                class="by-group"
                aria-pressed={view.grouped}
                onClick={() => change({ grouped: !view.grouped })}
              >
                {messages.home.byGroup}
              </button>
            )}
            {silent > 0 && (
              <button
                type="button"
                class="silent-only"
                aria-pressed={silentOnly}
                onClick={() => setSilentOnly(!silentOnly)}
              >
                {messages.home.silent(formatCount(silent))}
              </button>
            )}
            <span class="spring" />
            {maySetUp && (
              <ViewLink to={{ ...reportsOf(newSite), report: 'settings' }}>
                {messages.header.anotherSite}
              </ViewLink>
            )}
            <ViewLink to={reportsOf(severalOf(view.group))}>{messages.home.reportsOfThese}</ViewLink>
          </>
        }
      >
        <Body loaded={loaded} rows={20}>
          {() =>
            shown.length > 0 ? (
              <SiteTable sites={shown} now={viewing.now} />
            ) : (
              <Empty>{messages.header.noSuchSite}</Empty>
            )
          }
        </Body>
      </Panel>
    </div>
  );
}

/** The sites, with current visitors and silent sites. */
function useListed({ answer }: Loaded<Site[]>): readonly Listed[] {
  const present = useRealtime();
  const lastDays = useReport(allSites, 'period=48h', usePulse(rhythmMs));
  const online = present.answer?.data.sites;
  return useMemo(() => {
    if (answer === undefined) return [];
    const visitors = new Map(online?.map(({ site_id, active_visitors }) => [site_id, active_visitors]));
    // Its end is the present, by the clock of the service.
    const meta = lastDays.answer?.meta;
    const before = new Map(lastDays.answer?.data.map(({ site_id, sparkline }) => [site_id, sparkline]));
    const within = ({ start, end }: { start: string; end: string }, counts: readonly number[]) => ({
      start: Date.parse(start),
      end: Date.parse(end),
      counts,
    });
    return answer.data.map((site) => {
      const counts = before.get(site.site_id);
      return {
        site,
        name: siteName(site),
        online: visitors.get(site.site_id) ?? 0,
        silentMs:
          meta &&
          counts &&
          silenceOf(site, Date.parse(meta.end), within(meta, counts), within(answer.meta, site.sparkline)),
      };
    });
  }, [answer, online, lastDays.answer]);
}

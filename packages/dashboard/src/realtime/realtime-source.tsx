import { isSiteId } from '@tallyhouse/ping/site-id';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type RealtimeData, realtime } from '../api/reports.ts';
import { type Loaded, nothingYet, useReport } from '../api/use-report.ts';
import { filterText } from '../filters/filter.ts';
import { isSeveral } from '../setup/tag.ts';
import { usePulse } from '../url/pulse.ts';
import { useView } from '../url/use-view.ts';

const everyMs = 4000;

const RealtimeContext = createContext<Loaded<RealtimeData>>(nothingYet);

interface Properties {
  site: string | undefined;
  children: ComponentChildren;
}

/** Requests the current visitors every few seconds, once for all components that show them. */
export function RealtimeSource({ site, children }: Properties) {
  const { view } = useView();
  const beat = usePulse(everyMs);
  const parameters = new URLSearchParams({ site_id: site ?? '', limit: '100' });
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  // Only these two pages need it.
  const later = view.report !== 'realtime' && view.report !== 'wall';
  const known = site !== undefined && (isSiteId(site) || isSeveral(site));
  const loaded = useReport(realtime, known ? parameters.toString() : undefined, beat, undefined, later);
  return <RealtimeContext.Provider value={loaded}>{children}</RealtimeContext.Provider>;
}

export const useRealtime = () => useContext(RealtimeContext);

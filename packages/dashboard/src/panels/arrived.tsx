import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Account } from '../api/reports.ts';
import type { Loaded } from '../api/use-report.ts';
import { granularityOf } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { useArrived } from './use-panel.ts';

const nothing = { answer: undefined, loading: true, problem: undefined, retry: () => {} };
const ArrivedContext = createContext<Loaded<Account>>(nothing);

/** Asks once what became of the pings of the view, for all that shows it. */
export function ArrivedSource({ children }: { children: ComponentChildren }) {
  const { view, now } = useView();
  const arrived = useArrived(granularityOf(view, now), true);
  return <ArrivedContext.Provider value={arrived}>{children}</ArrivedContext.Provider>;
}

/** What became of the pings, in the buckets of the line. */
export const useArrivedNow = () => useContext(ArrivedContext);

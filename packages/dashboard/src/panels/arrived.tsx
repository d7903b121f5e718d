import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Account } from '../api/reports.ts';
import { type Loaded, nothingYet } from '../api/use-report.ts';
import { granularityOf } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { useArrived } from './use-panel.ts';

const ArrivedContext = createContext<Loaded<Account>>(nothingYet);

/** Requests the account of received pings once, for all its users. */
export function ArrivedSource({ children }: { children: ComponentChildren }) {
  const { view, now } = useView();
  const arrived = useArrived(granularityOf(view, now), true);
  return <ArrivedContext.Provider value={arrived}>{children}</ArrivedContext.Provider>;
}

/** The account of received pings, in the buckets of the line. */
export const useArrivedNow = () => useContext(ArrivedContext);

import { isSiteId } from '@tallyhouse/ping/site-id';
import { useState } from 'preact/hooks';
import { may, useHolder } from '../api/holder.ts';
import { useSiteFile } from '../api/use-site-file.ts';
import { useView } from '../url/use-view.ts';
import { changeEntry } from './change-entry.ts';
import { type Entry, useAsk } from './client.ts';

/** The entry of the view's site in the sites file, and a function to change it, for a key that may; undefined for others. */
export function useEntry() {
  const { site } = useView().view;
  const ask = useAsk();
  const isOurs = may(useHolder(), 'manage') && site !== undefined && isSiteId(site);
  const [revision, setRevision] = useState(0);
  const file = useSiteFile(true, revision);
  /** @returns why it was not done, for the reader; undefined when it was */
  const change = async (to: (entry: Entry) => Entry): Promise<string | undefined> => {
    const problem = await changeEntry(ask, site ?? '', to);
    setRevision(revision + 1);
    return problem;
  };
  return { file, change: isOurs ? change : undefined };
}

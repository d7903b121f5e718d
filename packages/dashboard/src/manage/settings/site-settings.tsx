import { isSiteId } from '@tallyhouse/ping/site-id';
import { useEffect, useState } from 'preact/hooks';
import { Empty } from '../../definitions/empty.tsx';
import { Problem } from '../../panels/problem.tsx';
import { newSite, type Tag } from '../../setup/tag.ts';
import { messages } from '../../words/words.ts';
import { type Entry, entryPath, useAsk } from '../client.ts';
import { Editor, type Start } from './editor.tsx';

interface Properties {
  tag: Tag;
  site: string;
  onSaved: () => void;
}

/** The settings of the view's site, or of a new one. */
export function SiteSettings({ tag, site, onSaved }: Properties) {
  const ask = useAsk();
  const [start, setStart] = useState<Start | undefined>(site === newSite ? nothing : undefined);
  const [problem, setProblem] = useState<string>();
  const isOne = isSiteId(site);
  const load = async () => {
    setProblem(undefined);
    const answer = await ask<Entry>({ path: entryPath(site) });
    if (answer.kind === 'refused' && answer.status !== 404) return setProblem(answer.words);
    if (answer.kind === 'done') return;
    const { readOnly } = answer;
    const found = answer.kind === 'ok' ? { entry: answer.data, tag: answer.tag } : nothing;
    setStart({ ...found, readOnly });
  };
  useEffect(() => void (isOne && load()), []);
  if (start) return <Editor tag={tag} site={site} start={start} onSaved={onSaved} />;
  if (!isOne) return <Empty class="card">{messages.manage.oneSite}</Empty>;
  if (problem) return <Problem class="problem card panel" problem={problem} retry={load} />;
  return <p class="skeleton" role="status" aria-label={messages.general.loading} />;
}

const nothing: Start = { entry: {}, tag: undefined, readOnly: undefined };

import { isSiteId } from '@tallyhouse/ping/site-id';
import { useEffect, useState } from 'preact/hooks';
import type { Holder } from '../../api/reports.ts';
import { Empty } from '../../definitions/empty.tsx';
import { Panel } from '../../panels/panel.tsx';
import { Problem } from '../../panels/problem.tsx';
import { Copied } from '../../setup/copied.tsx';
import { isSeveral } from '../../setup/tag.ts';
import { Phrase } from '../../words/phrase.tsx';
import { messages } from '../../words/words.ts';
import { type KeyRow, type MadeKey, useAsk } from '../client.ts';
import { KeyForm } from '../key-form.tsx';
import { ReadOnly } from '../read-only.tsx';
import { signInLink } from '../sign-in-link.ts';
import { useSiteNames } from '../site-names.ts';
import { KeySites } from './key-sites.tsx';
import { KeyTable } from './key-table.tsx';

/** The keys that the reader's key may see, and a form for another one, by default for the site of the view. */
export function Access({ holder, site }: { holder: Holder; site: string }) {
  const ask = useAsk();
  const names = useSiteNames();
  const [keys, setKeys] = useState<readonly KeyRow[]>();
  const [readOnly, setReadOnly] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [sites, setSites] = useState<readonly string[]>(isSiteId(site) || isSeveral(site) ? [site] : []);
  const [made, setMade] = useState<MadeKey>();
  const load = async () => {
    const answer = await ask<KeyRow[]>({ path: '/keys' });
    if (answer.kind === 'refused') return setProblem(answer.words);
    if (answer.kind !== 'ok') return;
    setReadOnly(answer.readOnly);
    setProblem(undefined);
    setKeys(answer.data);
  };
  useEffect(() => void load(), [made]);
  if (problem !== undefined) return <Problem class="problem card panel" problem={problem} retry={load} />;
  if (keys === undefined) return <p class="skeleton" role="status" aria-label={messages.general.loading} />;
  return (
    <>
      <ReadOnly why={readOnly} />
      {readOnly === undefined && (
        <Panel title={messages.access.newKey}>
          <KeyForm
            key={made?.name}
            asks={messages.access.forWhom}
            button={messages.access.makeKey}
            sites={sites}
            offered={holder.rights}
            onMade={setMade}
          >
            <KeySites chosen={sites} {...{ holder, names }} onChange={setSites} />
          </KeyForm>
          {made && (
            <div class="made">
              <p role="status">
                <strong>{messages.access.keyMade(made.name)}</strong>
              </p>
              <Copied text={made.key} />
              <p>{messages.access.linkWith}</p>
              <Copied text={signInLink(made, location.href)} />
            </div>
          )}
        </Panel>
      )}
      <Panel title={messages.access.keys}>
        {keys.length === 0 ? (
          <Empty>
            <Phrase text={messages.access.noKeys} />
          </Empty>
        ) : (
          <KeyTable {...{ keys, names }} own={holder.name} fixed={readOnly !== undefined} onRevoked={load} />
        )}
      </Panel>
    </>
  );
}

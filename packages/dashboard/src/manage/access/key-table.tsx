import { useState } from 'preact/hooks';
import { language } from '../../format/language.ts';
import { Foreign } from '../../panels/list.tsx';
import { Scrolled } from '../../panels/scrolled.tsx';
import { useView } from '../../url/use-view.ts';
import { Reason } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { type KeyRow, useAsk } from '../client.ts';
import { namesOf } from '../site-names.ts';

interface Properties {
  keys: readonly KeyRow[];
  names: ReadonlyMap<string, string>;
  /** The name of the reader's key. */
  own: string;
  /** Whether no key can be removed here. */
  fixed: boolean;
  onRevoked: () => void;
}

export function KeyTable({ keys, names, own, fixed, onRevoked }: Properties) {
  const ask = useAsk();
  const { now } = useView();
  const [said, setSaid] = useState('');
  const revoke = async (name: string) => {
    const { reallyRevoke, reallyRevokeOwn } = messages.access;
    if (!confirm((name === own ? reallyRevokeOwn : reallyRevoke)(name))) return;
    const answer = await ask({ method: 'DELETE', path: `/keys/${encodeURIComponent(name)}` });
    setSaid(answer.kind === 'refused' ? answer.words : messages.access.revoked(name));
    // The button that had the focus goes.
    document.querySelector<HTMLElement>('.manage .scrolled')?.focus();
    onRevoked();
  };
  return (
    <>
      <Scrolled label={messages.access.allKeys}>
        <table class="key-table">
          <thead>
            <tr>
              {Object.values(messages.access.columns).map((name) => (
                <th key={name}>{name}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {keys.map(({ name, sites, rights, expires, last_used_at: used }) => (
              <tr key={name}>
                <th scope="row">
                  <Foreign text={name} />{' '}
                  {name === own && <span class="second">{messages.access.yours}</span>}
                </th>
                <td>{namesOf(sites, names)}</td>
                <td>{rights.map((right) => messages.access.rights[right]).join(', ')}</td>
                <td>
                  {expires ? dayOf(expires) : messages.general.never}{' '}
                  {expires && Date.parse(expires) <= now && (
                    <span class="problem">{messages.access.expired}</span>
                  )}
                </td>
                <td>{used ? dayOf(used) : messages.access.noUse}</td>
                <td class="number">
                  {!fixed && (
                    <button
                      type="button"
                      aria-label={messages.access.revokeKey(name)}
                      onClick={() => revoke(name)}
                    >
                      {messages.access.revoke}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <p role="status">
        <Reason text={said} />
      </p>
    </>
  );
}

const dayOf = (text: string) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(text));

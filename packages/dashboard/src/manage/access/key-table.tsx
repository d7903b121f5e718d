import { useState } from 'preact/hooks';
import { Foreign } from '../../panels/list.tsx';
import { Scrolled } from '../../panels/scrolled.tsx';
import { useView } from '../../url/use-view.ts';
import { type KeyRow, useManage } from '../client.ts';

interface Properties {
  keys: readonly KeyRow[];
  /** The name of the reader's key. */
  own: string;
  /** Whether none can be taken away here. */
  fixed: boolean;
  onRevoked: () => void;
}

const columns = ['Name', 'Sites', 'Rights', 'Expires', 'Last used', ''];

/** The keys, a row each, with a button that takes it away. */
export function KeyTable({ keys, own, fixed, onRevoked }: Properties) {
  const manage = useManage();
  const { now } = useView();
  const [said, setSaid] = useState('');
  const revoke = async (name: string) => {
    const warning = name === own ? 'You are signed in with this key: you will be signed out.' : '';
    if (!confirm(`Revoke the key “${name}”? Nobody gets in with it from now on. ${warning}`)) return;
    const answer = await manage.revoke(name);
    setSaid(answer.kind === 'refused' ? answer.words : `The key “${name}” is revoked.`);
    onRevoked();
  };
  return (
    <>
      <Scrolled label="All keys">
        <table class="rows">
          <thead>
            <tr>{columns.map((name) => (name ? <th key={name}>{name}</th> : <td key={name} />))}</tr>
          </thead>
          <tbody>
            {keys.map(({ name, sites, rights, expires, last_used_at: used }) => (
              <tr key={name}>
                <th scope="row">
                  <Foreign text={name} /> {name === own && <span class="second">yours</span>}
                </th>
                <td>{sites.join(', ').replace('*', 'all')}</td>
                <td>{rights.join(', ')}</td>
                <td>
                  {expires ? dayOf(expires) : 'never'}{' '}
                  {expires && Date.parse(expires) <= now && <span class="problem">expired</span>}
                </td>
                <td>{used ? dayOf(used) : 'no use known'}</td>
                <td class="number">
                  {!fixed && (
                    <button type="button" aria-label={`Revoke ${name}`} onClick={() => revoke(name)}>
                      Revoke
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <p role="status">{said}</p>
    </>
  );
}

const dayOf = (text: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(text));

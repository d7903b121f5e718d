import { useEffect, useState } from 'preact/hooks';
import { ask } from './api/ask.ts';
import { OutageWatch } from './api/outage.tsx';
import { sites } from './api/reports.ts';
import { SessionContext } from './api/session.ts';
import { Dashboard } from './dashboard.tsx';
import type { Tag } from './setup/tag.ts';
import { forgetKey, keepKey, keptKey, takeKeyFromAddress } from './sign-in/key.ts';
import { RefusedKey } from './sign-in/refused-key.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { hasUnsaved } from './url/unsaved.ts';
import { useAddress, ViewContext } from './url/use-view.ts';
import { WrongLink } from './url/wrong-link.tsx';
import { messages } from './words/words.ts';

interface Properties {
  /** The key in the address when the page was opened. */
  offered: string | undefined;
  tag: Tag;
}

/** The key of a session that ended while changes were unsaved: they wait behind the sign-in page for the next key. */
const expired = '';

export function App({ offered: atStart, tag }: Properties) {
  const [key, setKey] = useState(atStart === undefined ? keptKey : undefined);
  /** A key from the address, to be checked. An object, because the same key may be offered again. */
  const [offered, setOffered] = useState(atStart === undefined ? undefined : { key: atStart });
  const [starting, setStarting] = useState(atStart !== undefined);
  const [why, setWhy] = useState<string>();
  const viewing = useAddress();

  useEffect(() => {
    const take = () => {
      const found = takeKeyFromAddress();
      if (found !== undefined) setOffered({ key: found });
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);

  useEffect(() => {
    if (offered === undefined) return;
    const controller = new AbortController();
    setWhy(undefined);
    ask(sites, 'limit=1', offered.key, controller.signal).then(
      (answered) => {
        setStarting(false);
        // During an outage, or over its limit, the key may be the right one: the page waits with it, unless a session would end.
        const isAway = answered.kind === 'problem' && keptKey() === undefined;
        if (answered.kind === 'ok' || isAway) {
          // A key stored on the device stays there.
          if (keptKey() !== offered.key) keepKey(offered.key, false);
          return setKey(offered.key);
        }
        // A wrong key in the address must not end a valid session.
        setKey((current) => current ?? keptKey());
        setWhy(answered.kind === 'unauthorized' ? messages.problems.wrongKey : answered.words);
      },
      () => {}, // another one was offered meanwhile
    );
    return () => controller.abort();
  }, [offered]);

  if (starting) return null;
  const signIn = (right: string) => {
    setWhy(undefined);
    setKey(right);
  };
  const signedOut = <SignIn why={why} onSignIn={signIn} />;
  if (key === undefined) return signedOut;
  const signOut = (reason?: string) => {
    forgetKey(reason === undefined ? undefined : key);
    setWhy(reason);
    setKey(reason !== undefined && hasUnsaved() ? expired : undefined);
    document.querySelector('dialog')?.close(); // it would keep the reader from the sign-in page
  };
  const isExpired = key === expired;
  return (
    <SessionContext.Provider value={{ key, signOut }}>
      <ViewContext.Provider value={viewing}>
        {isExpired && signedOut}
        {!isExpired && why !== undefined && <RefusedKey why={why} onClose={() => setWhy(undefined)} />}
        <div hidden={isExpired}>
          {viewing.wrong.length > 0 ? (
            <WrongLink />
          ) : (
            <OutageWatch>
              <Dashboard tag={tag} />
            </OutageWatch>
          )}
        </div>
      </ViewContext.Provider>
    </SessionContext.Provider>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { ask } from './api/ask.ts';
import { sites } from './api/reports.ts';
import { SessionContext } from './api/session.ts';
import { Dashboard } from './dashboard.tsx';
import type { Tag } from './setup/tag.ts';
import { forgetKey, keepKey } from './sign-in/key.ts';
import { SignIn, wrongKey } from './sign-in/sign-in.tsx';
import { useAddress, ViewContext } from './url/use-view.ts';

interface Properties {
  /** A key that stood in the address; it has to prove itself. */
  offered: string | undefined;
  /** The key of an earlier sign-in. */
  kept: string | undefined;
  tag: Tag;
}

export function App({ offered, kept, tag }: Properties) {
  const [key, setKey] = useState(offered === undefined ? kept : undefined);
  const [checking, setChecking] = useState(offered !== undefined);
  const [why, setWhy] = useState<string>();
  const viewing = useAddress();

  useEffect(() => {
    if (offered === undefined) return;
    void ask(sites, 'limit=1', offered).then((answered) => {
      setChecking(false);
      // An address with a wrong key must not end a session that works.
      if (answered.kind !== 'ok') {
        setWhy(answered.kind === 'unauthorized' ? wrongKey : answered.words);
        return setKey(kept);
      }
      keepKey(offered, false);
      setKey(offered);
    });
  }, [offered, kept]);

  if (checking) return null;
  if (key === undefined) return <SignIn why={why} onSignIn={setKey} />;
  const signOut = (reason?: string) => {
    forgetKey();
    setWhy(reason);
    setKey(undefined);
  };
  return (
    <SessionContext.Provider value={{ key, signOut }}>
      <ViewContext.Provider value={viewing}>
        <Dashboard tag={tag} />
      </ViewContext.Provider>
    </SessionContext.Provider>
  );
}

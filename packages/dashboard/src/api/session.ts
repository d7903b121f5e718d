import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const expired = 'The key is no longer valid.';

/** Who is signed in. */
export interface Session {
  key: string;
  /** @param why what the sign-in says then */
  signOut(why?: string): void;
}

export const SessionContext = createContext<Session>({ key: '', signOut: () => {} });

export const useSession = () => useContext(SessionContext);

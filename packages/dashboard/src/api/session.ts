import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The reader's session. */
export interface Session {
  key: string;
  /** @param why the message on the sign-in page */
  signOut(why?: string): void;
}

export const SessionContext = createContext<Session>({ key: '', signOut: () => {} });

export const useSession = () => useContext(SessionContext);

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { ask } from './ask.ts';
import { sites } from './reports.ts';
import { useSession } from './session.ts';

/** Whether the service is available. If not, the page reports it once, not in each panel. */
export interface Outage {
  words: string | undefined;
  /** Counts up at the end of an outage: then every report is requested again. */
  recoveries: number;
  checking: boolean;
  /** Checks now whether the service responds. */
  check(): Promise<boolean>;
  /** Called by a failed report: whether the service is unavailable, or only this report failed. */
  isUnreachable(): Promise<boolean>;
  /** Called by a successful report: if there is an outage, it may be over. */
  worked(): void;
}

const OutageContext = createContext<Outage>({
  words: undefined,
  recoveries: 0,
  checking: false,
  check: () => Promise.resolve(false),
  isUnreachable: () => Promise.resolve(false),
  worked: () => {},
});

export const useOutage = () => useContext(OutageContext);

const betweenSeconds = 5;
/** The check is cheap: a service that takes longer for it cannot return reports either. */
const patienceMs = 10_000;

/**
 * When a report fails, one cheap report is requested as a check. If that fails too, the service is unavailable, and the
 * check is repeated until it succeeds. Otherwise the failure is that report's own.
 */
export function OutageWatch({ children }: { children: ComponentChildren }) {
  const { key, signOut } = useSession();
  const [words, setWords] = useState<string>();
  const [recoveries, setRecoveries] = useState(0);
  const [checking, setChecking] = useState(false);
  const away = useRef(false);
  const running = useRef<Promise<boolean>>(null);

  const look = async (): Promise<boolean> => {
    setChecking(true);
    const answered = await ask(sites, 'limit=1&period=1h', key, AbortSignal.timeout(patienceMs)).catch(
      () => ({ kind: 'problem', words: messages.problems.tooSlow, passing: true }) as const,
    );
    running.current = null;
    setChecking(false);
    const before = away.current;
    away.current = answered.kind === 'problem' && answered.passing;
    setWords(answered.kind === 'problem' && answered.passing ? answered.words : undefined);
    if (before && !away.current) setRecoveries((count) => count + 1);
    if (answered.kind === 'unauthorized') signOut(messages.problems.expired);
    return away.current;
  };
  const check = () => {
    running.current ??= look();
    return running.current;
  };

  useEffect(() => {
    if (words === undefined || checking) return;
    const timer = setTimeout(check, betweenSeconds * 1000);
    return () => clearTimeout(timer);
  }, [words, checking]);

  const outage: Outage = {
    words,
    recoveries,
    checking,
    check,
    isUnreachable: async () => away.current || check(),
    worked: () => {
      if (away.current) void check();
    },
  };
  return <OutageContext.Provider value={outage}>{children}</OutageContext.Provider>;
}

/** Shows an outage, and its reason. */
export function OutageBanner() {
  const { words, checking, check } = useOutage();
  if (words === undefined) return null;
  return (
    <div class="card outage">
      <p role="alert">
        <strong class="problem">
          <Reason text={words} />
        </strong>{' '}
        {messages.header.tryingAgain(`${betweenSeconds}`)}
      </p>
      <button type="button" onClick={() => void check()} aria-busy={checking}>
        {messages.general.tryAgain}
      </button>
    </div>
  );
}

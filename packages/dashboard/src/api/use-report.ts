import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './ask.ts';
import { useOutage } from './outage.tsx';
import type { Meta, Report } from './reports.ts';
import { expired, useSession } from './session.ts';

export interface Loaded<Data> {
  /** The latest answer. While `loading` it is that of an older question, or undefined when there is none. */
  answer: { data: Data; meta: Meta } | undefined;
  /** Whether `answer` does not answer the present question. */
  loading: boolean;
  /** Why the present question has no answer, in words for a reader. */
  problem: string | undefined;
  retry(): void;
}

interface State<Data> extends Pick<Loaded<Data>, 'answer' | 'problem'> {
  /** What `answer` or `problem` belongs to. */
  question: string | undefined;
}

/**
 * Asks a report when the question changes, and again without a loading state when only `revision` does. A new question aborts the
 * request of the older one, so an answer that comes late is never taken for the newer one's. While the service is away there is no
 * problem to show but the outage itself: what is known stays, as `loading`.
 * @param query undefined asks nothing and has no answer
 * @param subject what `query` is about, when it names a time that moves on: queries of the same subject are one question
 */
export function useReport<Data>(
  report: Report<Data>,
  query: string | undefined,
  revision = 0,
  subject = query,
): Loaded<Data> {
  const { key, signOut } = useSession();
  const outage = useOutage();
  const [tries, setTries] = useState(0);
  const question = query === undefined ? undefined : `${report.path}?${subject}#${tries}`;
  const [state, setState] = useState<State<Data>>({
    answer: undefined,
    problem: undefined,
    question: undefined,
  });
  const running = useRef<{ question: string | undefined; controller: AbortController }>(null);

  useEffect(() => {
    // Asking again before a slow answer has come would abort it each time.
    if (running.current?.question === question) return;
    running.current?.controller.abort();
    running.current = null;
    if (query === undefined) return;
    const mine = { question, controller: new AbortController() };
    running.current = mine;
    ask(report, query, key, mine.controller.signal).then(
      async (answered) => {
        const failed = answered.kind === 'problem' && answered.passing && (await outage.isAway());
        if (running.current !== mine) return;
        running.current = null;
        if (failed) return;
        if (answered.kind === 'ok') outage.worked();
        if (answered.kind === 'unauthorized') signOut(expired);
        else if (answered.kind === 'ok') setState({ answer: answered, problem: undefined, question });
        else setState({ answer: undefined, problem: answered.words, question });
      },
      () => {}, // aborted
    );
  }, [question, query, key, revision, outage.recoveries]);
  useEffect(() => () => running.current?.controller.abort(), []);

  const away = outage.words !== undefined;
  const outdated = query !== undefined && state.question !== question;
  const loading = outdated || away;
  return {
    // An outage may last: numbers of another question must not stand under this one that long.
    answer: query === undefined || (outdated && away) ? undefined : state.answer,
    loading,
    problem: loading ? undefined : state.problem,
    retry: () => setTries(tries + 1),
  };
}

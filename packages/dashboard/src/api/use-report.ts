import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { ask } from './ask.ts';
import { useOutage } from './outage.tsx';
import type { Meta, Report } from './reports.ts';
import { useSession } from './session.ts';
import { goAhead, goLater, LaterContext } from './turn.ts';

export interface Loaded<Data> {
  /** The latest response; while `loading`, that of an older query, or undefined. */
  answer: { data: Data; meta: Meta } | undefined;
  /** Whether `answer` does not belong to the current query. */
  loading: boolean;
  /** Why the current query has no response, for the reader. */
  problem: string | undefined;
  retry(): void;
}

/** Before anything is requested. */
export const nothingYet: Loaded<never> = { answer: undefined, loading: true, problem: undefined, retry() {} };

/** A part of each response. */
export function partOf<Data, Part>(loaded: Loaded<Data>, of: (data: Data) => Part): Loaded<Part> {
  const { answer } = loaded;
  return { ...loaded, answer: answer && { data: of(answer.data), meta: answer.meta } };
}

interface State<Data> extends Pick<Loaded<Data>, 'answer' | 'problem'> {
  /** The query of `answer` or `problem`. */
  question: string | undefined;
}

/**
 * Requests a report when the query changes, and again without a loading state when only `revision` does. A new query aborts the request of
 * the older one, so a late response is never mistaken for that of the newer one. During an outage it reports no problem of its own: the
 * known response stays, as `loading`.
 * @param query undefined requests nothing and has no response
 * @param subject identifies the query when it contains the current time: queries with the same subject count as the same
 * @param later whether it waits for the reports of the first screen; by default, its panel decides
 */
export function useReport<Data>(
  report: Report<Data>,
  query: string | undefined,
  revision = 0,
  subject = query,
  later?: boolean,
): Loaded<Data> {
  const { key, signOut } = useSession();
  const { now } = useView();
  const outage = useOutage();
  const isBelow = useContext(LaterContext);
  const [tries, setTries] = useState(0);
  const question = query === undefined ? undefined : `${report.path}?${subject}#${tries}`;
  const [state, setState] = useState<State<Data>>({
    answer: undefined,
    problem: undefined,
    question: undefined,
  });
  const running = useRef<{ question: string | undefined; key: string; controller: AbortController }>(null);

  useEffect(() => {
    // Requesting again before a slow response has arrived would abort it each time.
    if (running.current?.question === question && running.current?.key === key) return;
    running.current?.controller.abort();
    running.current = null;
    if (query === undefined) return;
    const mine = { question, key, controller: new AbortController() };
    running.current = mine;
    const turn = (later ?? isBelow) ? goLater : goAhead;
    turn(() => ask(report, query, key, mine.controller.signal)).then(
      async (answered) => {
        const failed = answered.kind === 'problem' && answered.passing && (await outage.isUnreachable());
        if (running.current !== mine) return;
        running.current = null;
        if (failed) return;
        if (answered.kind === 'ok') outage.worked();
        if (answered.kind === 'unauthorized') signOut(messages.problems.expired);
        else if (answered.kind === 'ok') setState({ answer: answered, problem: undefined, question });
        else setState({ answer: undefined, problem: answered.words, question });
      },
      () => {}, // aborted
    );
  }, [question, query, key, revision, outage.recoveries]);
  useEffect(() => () => running.current?.controller.abort(), []);
  // A report that is not requested each minute is requested again in the next one.
  useEffect(() => {
    if (revision === 0 && state.problem !== undefined) setTries(tries + 1);
  }, [now]);

  const away = outage.words !== undefined;
  const outdated = query !== undefined && state.question !== question;
  const loading = outdated || away;
  return {
    // An outage may last: numbers of another query must not be shown under this one that long.
    answer: query === undefined || (outdated && away) ? undefined : state.answer,
    loading,
    problem: loading ? undefined : state.problem,
    retry: () => setTries(tries + 1),
  };
}

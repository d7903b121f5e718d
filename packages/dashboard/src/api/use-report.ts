import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './ask.ts';
import type { Meta, Report } from './reports.ts';
import { useSession } from './session.ts';

export interface Loaded<Data> {
  /** The latest answer. While `loading` it is that of the question before. */
  answer: { data: Data; meta: Meta } | undefined;
  loading: boolean;
  /** In words, when there is no answer. */
  problem: string | undefined;
  retry(): void;
}

type State<Data> = Omit<Loaded<Data>, 'retry'> & { question: string };

const expired = 'The key is not valid any more.';

/**
 * Asks a report whenever the question changes, and quietly again when `revision` does. Only the answer to the latest question
 * counts: the request before is aborted.
 * @param query undefined asks nothing
 */
export function useReport<Data>(report: Report<Data>, query: string | undefined, revision = 0): Loaded<Data> {
  const { key, signOut } = useSession();
  const [tries, setTries] = useState(0);
  const question = query === undefined ? '' : `${report.path}?${query}#${tries}`;
  const [state, setState] = useState<State<Data>>({ ...blank, question });

  const running = useRef<{ question: string; controller: AbortController }>(null);

  // The question holds the report and the query; a revision only repeats it.
  useEffect(() => {
    // A slow answer is waited for: to ask again before it has come would never let it come.
    if (query === undefined || running.current?.question === question) return;
    running.current?.controller.abort();
    const mine = { question, controller: new AbortController() };
    running.current = mine;
    setState((before) => ({ ...before, loading: before.question !== question || !before.answer, question }));
    ask(report, query, key, mine.controller.signal).then(
      (answered) => {
        if (running.current !== mine) return;
        running.current = null;
        if (answered.kind === 'unauthorized') signOut(expired);
        else if (answered.kind === 'ok')
          setState({ answer: answered, loading: false, problem: undefined, question });
        else setState({ answer: undefined, loading: false, problem: answered.words, question });
      },
      () => {}, // aborted
    );
  }, [question, key, revision]);
  useEffect(() => () => running.current?.controller.abort(), []);

  const loading = state.loading || (query !== undefined && state.question !== question);
  return { ...state, loading, retry: () => setTries(tries + 1) };
}

const blank = { answer: undefined, loading: true, problem: undefined };

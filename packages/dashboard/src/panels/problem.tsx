import { withoutRetry } from '../api/errors.ts';
import type { Loaded } from '../api/use-report.ts';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';

type Failed = Pick<Loaded<unknown>, 'problem' | 'retry'>;

/** Why a report is missing, with a button to retry; empty if it is not. */
export function Problem({ problem, retry, class: name = 'problem' }: Failed & { class?: string }) {
  if (problem === undefined) return null;
  return (
    <p role="alert" class={name}>
      <Retry {...{ problem, retry }} />
    </p>
  );
}

/** The same in a row of a table, instead of its numbers. A table of failed rows is not read out. */
export function ProblemCell({ problem, retry, columns }: Failed & { columns: number }) {
  return (
    <td colSpan={columns} class="problem">
      <Retry {...{ problem, retry }} />
    </td>
  );
}

function Retry({ problem, retry }: Failed) {
  return (
    <>
      <Reason text={problem && withoutRetry(problem)} />{' '}
      <button type="button" onClick={retry}>
        {messages.general.tryAgain}
      </button>
    </>
  );
}

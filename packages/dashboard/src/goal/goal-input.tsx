import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { events, pages } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { useSiteFile } from '../api/use-site-file.ts';
import { dimensionName } from '../filters/filter.ts';
import { Options } from '../options.tsx';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { type Goal, goalText, isGoal, readGoal } from './goal.ts';

/** The kind of a goal, by the beginning of its text. */
const kinds = { event: 'event:', page: 'page:', part: 'page~', conditions: '', named: '' } as const;
type Kind = keyof typeof kinds;
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

interface Properties {
  /** The purpose of the goal. */
  label: string;
  goal?: Goal | undefined;
  /** Called only with a valid goal: confirmed with Enter, or one of the suggestions. */
  onChange: (goal: Goal) => void;
  /** The default suggestions. */
  first?: 'event' | 'page';
  focused?: boolean;
  /** Leaving the field keeps its text, as in a form that is submitted later; called when it is no goal any more. */
  keeps?: () => void;
}

/**
 * Any event or page, with the period's own as suggestions; conditions in the form of the address; or a goal of the sites file. Escape, or
 * leaving the field, drops an unfinished text.
 */
export function GoalInput({ label, goal, onChange, first = 'event', focused = false, keeps }: Properties) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const own = { kind: goal ? kindOf(goal) : first, text: goal ? textOf(goal) : '' } as const;
  const [kind, setKind] = useState<Kind>(own.kind);
  const [text, setText] = useState(own.text);
  const [used, setUsed] = useState(focused);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (focused) input.current?.focus();
  }, []);
  const goals = useSiteFile(used)?.goals ?? {};
  const [event, page] = [dimensionName('event'), dimensionName('page')];
  const kindNames = Object.entries({ event, page, ...messages.goals.kinds });
  const found = useNames(kind, used);
  const names = kind === 'named' ? Object.keys(goals) : found;

  const commit = () => {
    const typed = text.trim();
    const read = kind === 'named' ? readName(goals, typed) : readText(kind, typed);
    setProblem(typed === '' || isGoal(read) ? undefined : read.accepts);
    if (typed === '' || !isGoal(read)) goal && keeps?.();
    else if (!(goal && goalText(goal) === goalText(read))) onChange(read);
  };
  const restore = () => {
    setKind(own.kind);
    setText(own.text);
    setProblem(undefined);
  };
  return (
    <span
      class="goal-input"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        // Unless the whole window was left: then the reader comes back to the field.
        if (document.activeElement !== input.current) keeps ? commit() : restore();
      }}
    >
      <select
        aria-label={messages.goals.kindOf(label)}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          setUsed(true);
          setProblem(undefined);
          if (isKind(value)) setKind(value);
          // The text of one kind is not one of another.
          setText(goal && value === 'conditions' ? goalText(goal) : '');
          input.current?.focus();
        }}
      >
        <Options of={kindNames.filter(([name]) => name !== 'named' || Object.keys(goals).length > 0)} />
      </select>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        list={`${id}-names`}
        placeholder={messages.goals.examples[kind]}
        maxLength={2000}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onFocus={() => setUsed(true)}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
          }
          // With nothing to drop, the parent may close the field.
          if (event.key === 'Escape' && (text !== own.text || kind !== own.kind)) {
            event.stopPropagation();
            restore();
          }
        }}
        // A suggestion was chosen, or the field was left.
        onChange={() => names.includes(text.trim()) && commit()}
      />
      <datalist id={`${id}-names`}>
        <Options of={names.map((name) => [name, ''])} />
      </datalist>
      {problem !== undefined && (
        <span id={`${id}-problem`} role="alert" class="problem">
          {messages.goals.accepted(problem)}
        </span>
      )}
    </span>
  );
}

function kindOf(goal: Goal): Kind {
  const [first, ...more] = goal;
  if (first === undefined || more.length > 0 || first.values.length !== 1) return 'conditions';
  if (first.dimension === 'event' && first.operator === ':') return 'event';
  if (first.dimension === 'page' && first.operator === ':') return 'page';
  return first.dimension === 'page' && first.operator === '~' ? 'part' : 'conditions';
}

const textOf = (goal: Goal) => (kindOf(goal) === 'conditions' ? goalText(goal) : (goal[0]?.values[0] ?? ''));

function readText(kind: Kind, text: string) {
  if (kind === 'conditions') return readGoal(text);
  return readGoal(`${kinds[kind]}${text.replace(/[\\|;]/g, '\\$&')}`);
}

/** A goal of the sites file. */
function readName(goals: Readonly<Record<string, string>>, name: string) {
  const text = Object.hasOwn(goals, name) ? goals[name] : undefined;
  return text === undefined ? { accepts: Object.keys(goals).join(', ') } : readGoal(text);
}

/** The most frequent events or pages of the period. */
function useNames(kind: Kind, used: boolean): string[] {
  const { view, now } = useView();
  const unfiltered = { ...view, filters: [] };
  const { asked } = resolve(view.period, view.timezone, now);
  const extra = { limit: '100' };
  const query = used ? questionOf(unfiltered, asked, extra) : undefined;
  const subject = subjectOf(unfiltered, now, extra);
  const byEvent = useReport(events, kind === 'event' ? query : undefined, 0, subject);
  const byPage = useReport(pages, kind === 'page' ? query : undefined, 0, subject);
  return kind === 'event'
    ? (byEvent.answer?.data ?? []).map(({ event }) => event)
    : (byPage.answer?.data ?? []).map(({ page_path }) => page_path);
}

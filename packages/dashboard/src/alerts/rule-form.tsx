import { useState } from 'preact/hooks';
import { isObject } from '../api/guards.ts';
import { over, useAsk } from '../manage/client.ts';
import { Conflict } from '../manage/conflict.tsx';
import { type Blamed, BlamedContext, Field } from '../manage/field.tsx';
import { inWords } from '../manage/in-words.ts';
import { asTaken, useVersion } from '../manage/use-version.ts';
import { reasonNames } from '../panels/drop-reasons.ts';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import type { Rule } from './managed.ts';
import { bodyOf, type Draft, draftOf, nameOf, newDraft } from './rule-draft.ts';
import { isCondition } from './words.ts';

/** The rule to change, as it was read. */
export interface Edited {
  name: string;
  rule: Omit<Rule, 'name'>;
  tag: string | undefined;
}

interface Properties {
  /** undefined: a new one. */
  edited?: Edited | undefined;
  site: string;
  /** The default recipient of a new one. */
  to: string;
  taken: readonly string[];
  /** @param secret for signatures, if one was made */
  onSaved(name: string, secret: string | undefined): void;
}

const number = { type: 'number', step: 'any' } as const;

/** Creates or changes a rule. If the service refuses it, the reason appears at the field. */
export function RuleForm({ edited, site, to, taken, onSaved }: Properties) {
  const ask = useAsk();
  const [draft, setDraft] = useState(() => (edited ? draftOf(edited.rule) : newDraft(site, to)));
  const [blamed, setBlamed] = useState<Blamed>();
  const { when } = draft;
  const words = messages.alerts;
  const threshold = new Map<string, readonly [label: string, hint: string]>(
    Object.entries(words.thresholds),
  ).get(when);
  const labels = new Map(Object.entries({ ...words.labels, threshold: threshold?.[0] }));
  const name = edited?.name ?? (draft.name.trim() || nameOf(draft, taken));
  const labelOf = (path: string) => labels.get(path);
  const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    when: words.conditions,
    reason: reasonNames(),
    every: words.spans,
  };
  const put = async (body: object, tag: string | undefined) => {
    const path = `/alerts/${encodeURIComponent(name)}`;
    const answer = await ask<{ secret?: string }>({ method: 'PUT', path, body, conditions: over(tag) });
    return edited ? answer : asTaken(answer, 'name', messages.problems.nameTaken);
  };
  const start = { thing: edited ? bodyOf(draftOf(edited.rule)) : {}, tag: edited?.tag };
  const { base, changed, busy, save } = useVersion(start, put, bodyIn);

  async function send(body: object) {
    setBlamed(undefined);
    const saved = await save(body);
    if (saved?.kind === 'ok') onSaved(name, saved.data.secret);
    if (saved?.kind === 'refused')
      setBlamed(inWords({ ...saved, words: saved.words.replace(/ with when: \w+/, '') }, labelOf));
  }

  const isAtField = labels.has(blamed?.parameter?.split('.')[0] ?? '');
  const common = (member: keyof Draft, path: string = member) => ({
    label: labelOf(path) ?? '',
    path,
    value: draft[member],
    onChange: (value: string) => setDraft({ ...draft, [member]: value }),
  });
  const field = (member: keyof Draft, more = {}, path?: string) => (
    <Field key={`${member} ${when}`} {...common(member, path)} {...more} />
  );
  const choice = (member: keyof Draft, options: Readonly<Record<string, string>>, more = {}) => (
    <Field key={member} {...common(member)} options={options} {...more} />
  );
  const choose = (value: string) => {
    if (isCondition(value)) setDraft({ ...draft, when: value, threshold: value === 'change' ? '-50' : '' });
  };
  if (changed)
    return (
      <Conflict
        key={base.tag}
        {...changed}
        labelOf={labelOf}
        wordsOf={(member, value) => options[member]?.[`${value}`]}
        onSave={send}
      />
    );
  return (
    <BlamedContext.Provider value={blamed}>
      <form
        class="rule-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send(bodyOf(draft));
        }}
      >
        {choice('when', words.conditions, { onChange: choose })}
        {when === 'goal' && field('goal', { hint: words.hints.goal, required: true })}
        {when === 'dropped' && choice('reason', reasonNames())}
        {when === 'digest' && choice('every', words.spans)}
        {threshold && field('threshold', { ...number, hint: threshold[1], required: when === 'change' })}
        {field('to', { hint: words.hints.to, required: true })}
        {!edited && field('name', { placeholder: name })}
        {field('sites', { hint: words.hints.sites, required: true })}
        <div class="hours">
          {field('from', { ...number, required: true }, 'hours.0')}
          {field('until', { ...number, required: true }, 'hours.1')}
        </div>
        <p role="alert" class="problem">
          {(!isAtField || blamed?.parameter === 'hours') && <Reason text={blamed?.words} />}
        </p>
        <button type="submit" class="primary" aria-disabled={busy}>
          {messages.general.save}
        </button>
      </form>
    </BlamedContext.Provider>
  );
}

/** The current rule in a response that refuses a change. */
const bodyIn = (current: unknown): object => (isRule(current) ? bodyOf(draftOf(current)) : {});
const isRule = (current: unknown): current is Omit<Rule, 'name'> => isObject(current);

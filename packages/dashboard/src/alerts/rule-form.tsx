import { useState } from 'preact/hooks';
import { isObject } from '../api/guards.ts';
import { over, useAsk } from '../manage/client.ts';
import { Conflict } from '../manage/conflict.tsx';
import { type Blamed, BlamedContext, Choice, Field } from '../manage/field.tsx';
import { inWords } from '../manage/in-words.ts';
import { asTaken, useVersion } from '../manage/use-version.ts';
import { dropReasons } from '../panels/drop-reasons.ts';
import type { Rule } from './managed.ts';
import { bodyOf, type Draft, draftOf, nameOf, newDraft } from './rule-draft.ts';
import { conditionNames, isCondition } from './words.ts';

/** A rule that is changed, as it was read. */
export interface Edited {
  name: string;
  rule: Omit<Rule, 'name'>;
  tag: string | undefined;
}

interface Properties {
  /** undefined: a new one. */
  edited?: Edited | undefined;
  site: string;
  /** Where a new one is sent at first. */
  to: string;
  /** The names of the rules that there are. */
  taken: readonly string[];
  /** @param secret that signs what is sent, when it was made */
  onSaved(name: string, secret: string | undefined): void;
}

const thresholds: Readonly<Record<string, readonly [label: string, hint: string]>> = {
  silent: ['Minutes without a ping', 'Empty: longer than is usual for the site.'],
  change: ['Percent', '−50: half as many. 100: twice as many.'],
  goal: ['Conversions in a day', 'Empty: 1.'],
  dropped: ['More than so many percent', 'Empty: 10.'],
};
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  sites: 'Sites',
  when: 'When',
  goal: 'Goal',
  reason: 'Reason',
  every: 'Every',
  hours: 'Hours',
  'hours.0': 'From hour',
  'hours.1': 'Until hour',
  to: 'To',
};
const reasonNames = Object.fromEntries(Object.entries(dropReasons).map(([id, { name }]) => [id, name]));

/** Makes a rule, or changes one. A refusal of the service appears at the field. */
export function RuleForm({ edited, site, to, taken, onSaved }: Properties) {
  const ask = useAsk();
  const [draft, setDraft] = useState(() => (edited ? draftOf(edited.rule) : newDraft(site, to)));
  const [blamed, setBlamed] = useState<Blamed>();
  const [busy, setBusy] = useState(false);
  const { when } = draft;
  const name = edited?.name ?? (draft.name.trim() || nameOf(draft, taken));
  const labelOf = (path: string) => (path === 'threshold' ? thresholds[when]?.[0] : labels[path]);
  const put = async (body: object, tag: string | undefined) => {
    const path = `/alerts/${encodeURIComponent(name)}`;
    const answer = await ask<{ secret?: string }>({ method: 'PUT', path, body, conditions: over(tag) });
    return edited ? answer : asTaken(answer, 'name', 'There is an alert with this name already.');
  };
  const start = { thing: edited ? bodyOf(draftOf(edited.rule)) : {}, tag: edited?.tag };
  const { base, changed, save } = useVersion(start, put, bodyIn);

  async function send(body: object) {
    if (busy) return;
    setBusy(true);
    setBlamed(undefined);
    const saved = await save(body);
    setBusy(false);
    if (saved?.kind === 'ok') onSaved(name, saved.data.secret);
    if (saved?.kind === 'refused')
      setBlamed(inWords({ ...saved, words: saved.words.replace(/ with when: \w+/, '') }, labelOf));
  }

  const isAtField = ['threshold', ...Object.keys(labels)].includes(blamed?.parameter?.split('.')[0] ?? '');
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
    <Choice key={member} {...common(member)} options={options} {...more} />
  );
  const choose = (value: string) => {
    if (isCondition(value)) setDraft({ ...draft, when: value, threshold: value === 'change' ? '-50' : '' });
  };
  if (changed)
    return (
      <Conflict
        key={base.tag}
        what="this alert"
        {...changed}
        nameOf={(path) => labelOf(path) ?? path}
        wordsOf={(_, value) => (isCondition(value) ? conditionNames[value] : undefined)}
        onSave={send}
      />
    );
  return (
    <BlamedContext.Provider value={blamed}>
      <form
        class="rule-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(bodyOf(draft));
        }}
      >
        {choice('when', conditionNames, { onChange: choose })}
        {when === 'goal' && field('goal', { hint: 'Such as event:Signup, page:/thanks or name:Signup.' })}
        {when === 'dropped' && choice('reason', reasonNames)}
        {when === 'digest' && choice('every', { day: 'Day', week: 'Week', month: 'Month' })}
        {thresholds[when] && field('threshold', { hint: thresholds[when][1] })}
        {field('to', { hint: 'A mail address, https:// or slack+https://; several with commas.' })}
        {!edited && field('name', { placeholder: name })}
        {field('sites', { hint: 'Ids, @group, or * for all.' })}
        <div class="hours">
          {field('from', {}, 'hours.0')}
          {field('until', {}, 'hours.1')}
        </div>
        <p role="alert" class="problem">
          {(!isAtField || blamed?.parameter === 'hours') && blamed?.words}
        </p>
        <button type="submit" class="primary" aria-disabled={busy}>
          Save
        </button>
      </form>
    </BlamedContext.Provider>
  );
}

/** The rule in an answer that refuses another one. */
const bodyIn = (current: unknown): object => (isRule(current) ? bodyOf(draftOf(current)) : {});
const isRule = (current: unknown): current is Omit<Rule, 'name'> => isObject(current);

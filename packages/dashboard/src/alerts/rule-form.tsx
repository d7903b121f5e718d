import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { useAsk } from '../manage/client.ts';
import { type Blamed, BlamedContext, Choice, Field } from '../manage/field.tsx';
import { dropReasons } from '../panels/drop-reasons.ts';
import type { Rule } from './managed.ts';
import { bodyOf, type Draft, draftOf } from './rule-draft.ts';
import { conditionNames } from './words.ts';

interface Properties {
  /** undefined: a new one. */
  rule: Rule | undefined;
  site: string;
  onClose(): void;
  /** @param secret that signs what is sent, when it was made */
  onSaved(name: string, secret: string | undefined): void;
}

const thresholds: Readonly<Record<string, string>> = {
  silent: 'Minutes without a ping (empty: longer than usual)',
  change: 'Percent (−50: half as many, 100: twice as many)',
  goal: 'Conversions in a day (empty: 1)',
  dropped: 'Over so many percent (empty: 10)',
};
const reasonNames = Object.fromEntries(Object.entries(dropReasons).map(([id, { name }]) => [id, name]));

/** Makes a rule, or changes one. A refusal of the service appears at the field. */
export function RuleForm({ rule, site, onClose, onSaved }: Properties) {
  const ask = useAsk();
  const [draft, setDraft] = useState(() => draftOf(rule, site));
  const [blamed, setBlamed] = useState<Blamed>();
  const [busy, setBusy] = useState(false);
  const { when } = draft;

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const name = draft.name.trim();
    const saved = await ask<{ secret?: string }>({
      method: 'PUT',
      path: `/alerts/${encodeURIComponent(name)}`,
      body: bodyOf(draft),
      // A new one takes nobody's place.
      conditions: rule ? {} : { 'If-None-Match': '*' },
    });
    setBusy(false);
    if (saved.kind === 'ok') onSaved(name, saved.data.secret);
    else if (saved.kind === 'refused') setBlamed(saved);
  }

  const fields = ['name', 'sites', 'threshold', 'goal', 'reason', 'every', 'hours', 'to'];
  const isAtField = fields.includes(blamed?.parameter?.split('.')[0] ?? '');
  const common = (member: keyof Draft, label: string) => ({
    label,
    path: member === 'until' ? 'hours' : member,
    value: draft[member],
    onChange: (value: string) => setDraft({ ...draft, [member]: value }),
  });
  const field = (member: keyof Draft, label: string, more = {}) => (
    <Field key={member} {...common(member, label)} {...more} />
  );
  const choice = (member: keyof Draft, label: string, options: Readonly<Record<string, string>>) => (
    <Choice key={member} {...common(member, label)} options={options} />
  );
  return (
    <Dialog title={rule ? rule.name : 'New alert'} onClose={onClose}>
      <BlamedContext.Provider value={blamed}>
        <form class="rule-form" onSubmit={save} noValidate>
          {!rule && field('name', 'Name')}
          {field('sites', 'Sites (ids, @group or *)')}
          {choice('when', 'When', conditionNames)}
          {when === 'goal' && field('goal', 'Goal, such as event:Signup, page:/thanks or name:Signup')}
          {when === 'dropped' && choice('reason', 'Reason', reasonNames)}
          {when === 'digest' && choice('every', 'Every', { day: 'Day', week: 'Week', month: 'Month' })}
          {thresholds[when] && field('threshold', thresholds[when])}
          <div class="hours">
            {field('from', 'From hour')}
            {field('until', 'Until hour')}
          </div>
          {field('to', 'To: mailto:, https:// or slack+https://, one a line', { lines: true })}
          <p role="alert" class="problem">
            {!isAtField && blamed?.words}
          </p>
          <button type="submit" class="primary" aria-disabled={busy}>
            Save
          </button>
        </form>
      </BlamedContext.Provider>
    </Dialog>
  );
}

import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { Dialog } from '../dialog.tsx';
import { dropReasons } from '../panels/drop-reasons.ts';
import { Field } from './field.tsx';
import { manage, type Rule } from './managed.ts';
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
  const { key } = useSession();
  const [draft, setDraft] = useState(() => draftOf(rule, site));
  const [refusal, setRefusal] = useState<{ words: string; member: string | undefined }>();
  const [busy, setBusy] = useState(false);
  const { when } = draft;

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const name = draft.name.trim();
    const saved = await manage<{ secret?: string }>(`/alerts/${encodeURIComponent(name)}`, key, {
      method: 'PUT',
      body: bodyOf(draft),
      // A new one takes nobody's place.
      conditions: rule ? {} : { 'If-None-Match': '*' },
    });
    setBusy(false);
    if (saved.kind === 'ok') onSaved(name, saved.data.secret);
    else if (saved.kind === 'problem') setRefusal(saved);
  }

  const fields = ['name', 'sites', 'threshold', 'goal', 'reason', 'every', 'hours', 'to'];
  const elsewhere = refusal && !fields.includes(refusal.member ?? '') ? refusal.words : undefined;
  const field = (
    member: keyof Draft,
    label: string,
    more: { lines?: number; options?: Record<string, string> } = {},
  ) => (
    <Field
      label={label}
      value={draft[member]}
      problem={refusal?.member === (member === 'until' ? 'hours' : member) ? refusal.words : undefined}
      onChange={(value) => setDraft({ ...draft, [member]: value })}
      {...more}
    />
  );
  return (
    <Dialog title={rule ? rule.name : 'New alert'} onClose={onClose}>
      <form class="rule-form" onSubmit={save} noValidate>
        {!rule && field('name', 'Name')}
        {field('sites', 'Sites (ids, @group or *)')}
        {field('when', 'When', { options: conditionNames })}
        {when === 'goal' && field('goal', 'Goal, such as event:Signup, page:/thanks or name:Signup')}
        {when === 'dropped' && field('reason', 'Reason', { options: reasonNames })}
        {when === 'digest' &&
          field('every', 'Every', { options: { day: 'Day', week: 'Week', month: 'Month' } })}
        {thresholds[when] && field('threshold', thresholds[when])}
        <div class="hours">
          {field('from', 'From hour')}
          {field('until', 'Until hour')}
        </div>
        {field('to', 'To: mailto:, https:// or slack+https://, one a line', { lines: 3 })}
        <p role="alert" class="problem">
          {elsewhere}
        </p>
        <button type="submit" class="primary" aria-disabled={busy}>
          Save
        </button>
      </form>
    </Dialog>
  );
}

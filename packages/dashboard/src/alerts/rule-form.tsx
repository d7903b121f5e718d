import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { useAsk } from '../manage/client.ts';
import { type Blamed, BlamedContext, Choice, Field } from '../manage/field.tsx';
import { reasonNames } from '../panels/drop-reasons.ts';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import type { Rule } from './managed.ts';
import { bodyOf, type Draft, draftOf } from './rule-draft.ts';

interface Properties {
  /** undefined: a new one. */
  rule: Rule | undefined;
  site: string;
  onClose(): void;
  /** @param secret that signs what is sent, when it was made */
  onSaved(name: string, secret: string | undefined): void;
}

/** Makes a rule, or changes one. A refusal of the service appears at the field. */
export function RuleForm({ rule, site, onClose, onSaved }: Properties) {
  const ask = useAsk();
  const [draft, setDraft] = useState(() => draftOf(rule, site));
  const [blamed, setBlamed] = useState<Blamed>();
  const [busy, setBusy] = useState(false);
  const { when } = draft;
  const threshold = new Map(Object.entries(messages.alerts.thresholds)).get(when);

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
    <Dialog title={rule ? rule.name : messages.alerts.newAlert} onClose={onClose}>
      <BlamedContext.Provider value={blamed}>
        <form class="rule-form" onSubmit={save} noValidate>
          {!rule && field('name', messages.alerts.name)}
          {field('sites', messages.alerts.sites)}
          {choice('when', messages.alerts.when, messages.alerts.conditions)}
          {when === 'goal' && field('goal', messages.alerts.goal)}
          {when === 'dropped' && choice('reason', messages.alerts.reason, reasonNames())}
          {when === 'digest' && choice('every', messages.alerts.every, messages.alerts.spans)}
          {threshold && field('threshold', threshold)}
          <div class="hours">
            {field('from', messages.alerts.fromHour)}
            {field('until', messages.alerts.untilHour)}
          </div>
          {field('to', messages.alerts.to, { lines: true })}
          <p role="alert" class="problem">
            {!isAtField && <Reason text={blamed?.words} />}
          </p>
          <button type="submit" class="primary" aria-disabled={busy}>
            {messages.general.save}
          </button>
        </form>
      </BlamedContext.Provider>
    </Dialog>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAsk } from '../manage/client.ts';
import { namesOf } from '../manage/site-names.ts';
import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';
import { Delivery } from './delivery.tsx';
import type { Rule, Tested } from './managed.ts';
import { conditionOf, recipients } from './words.ts';

interface Properties {
  rule: Rule;
  names: ReadonlyMap<string, string>;
  writable: boolean;
  onEdit(): void;
  onDeleted(): Promise<void>;
}

/** A rule with its actions. */
export function RuleRow({ rule, names, writable, onEdit, onDeleted }: Properties) {
  const ask = useAsk();
  const [said, setSaid] = useState<ComponentChildren>();
  const path = `/alerts/${encodeURIComponent(rule.name)}`;
  const hours = rule.hours && `, ${messages.alerts.fromTo(`${rule.hours[0]}`, `${rule.hours[1]}`)}`;

  async function test() {
    setSaid(messages.alerts.sending);
    const tested = await ask<Tested[]>({ method: 'POST', path: `${path}/test` });
    if (tested.kind !== 'ok') return setSaid(tested.kind === 'refused' && tested.words);
    setSaid(tested.data.map((one) => <Delivery key={one.to} {...one} tries={1} />));
  }

  async function remove() {
    if (!confirm(messages.alerts.reallyDelete(rule.name))) return;
    const removed = await ask({ method: 'DELETE', path });
    if (removed.kind === 'refused') return setSaid(removed.words);
    await onDeleted();
    // The button that had the focus is gone.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.manage .primary')?.focus();
  }

  return (
    <li>
      <div class="rule">
        <strong>
          <Foreign text={rule.name} />
        </strong>
        <span class="spring" />
        <button type="button" onClick={test} aria-label={messages.alerts.testRule(rule.name)}>
          {messages.alerts.test}
        </button>
        {writable && (
          <>
            <button type="button" onClick={onEdit} aria-label={messages.general.editOf(rule.name)}>
              {messages.general.edit}
            </button>
            <button type="button" onClick={remove} aria-label={messages.general.deleteOf(rule.name)}>
              {messages.general.delete}
            </button>
          </>
        )}
      </div>
      <p>
        {namesOf(rule.sites, names)}
        {messages.general.colon}
        <Foreign text={conditionOf(rule)} />
        {hours}
      </p>
      <p class="faint">
        <Foreign text={recipients(rule.to)} />
      </p>
      <div role="status">{said}</div>
    </li>
  );
}

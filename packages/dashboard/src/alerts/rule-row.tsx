import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { Foreign } from '../panels/list.tsx';
import { manage, type Rule, type Tested } from './managed.ts';
import { conditionOf } from './words.ts';

interface Properties {
  rule: Rule;
  writable: boolean;
  onEdit(): void;
  onDeleted(): void;
}

/** A rule, with what can be done with it. */
export function RuleRow({ rule, writable, onEdit, onDeleted }: Properties) {
  const { key } = useSession();
  const [said, setSaid] = useState<readonly string[]>([]);
  const path = `/alerts/${encodeURIComponent(rule.name)}`;
  const hours = rule.hours && `, from ${rule.hours[0]} to ${rule.hours[1]} o’clock`;

  async function test() {
    setSaid(['Sending …']);
    const tested = await manage<Tested[]>(`${path}/test`, key, { method: 'POST' });
    if (tested.kind !== 'ok') return setSaid(tested.kind === 'problem' ? [tested.words] : []);
    setSaid(tested.data.map(({ to, ok, error }) => `${to}: ${ok ? 'taken' : error}`));
  }

  async function remove() {
    if (!confirm(`Delete the alert ${rule.name}?`)) return;
    const removed = await manage(path, key, { method: 'DELETE' });
    if (removed.kind !== 'problem') onDeleted();
    else setSaid([removed.words]);
  }

  return (
    <li>
      <div class="rule">
        <strong>
          <Foreign text={rule.name} />
        </strong>
        <span class="spring" />
        <button type="button" onClick={test} aria-label={`Test ${rule.name}`}>
          Test
        </button>
        {writable && (
          <>
            <button type="button" onClick={onEdit} aria-label={`Edit ${rule.name}`}>
              Edit
            </button>
            <button type="button" onClick={remove} aria-label={`Delete ${rule.name}`}>
              Delete
            </button>
          </>
        )}
      </div>
      <p>
        {rule.sites.join(', ')}: <Foreign text={conditionOf(rule)} />
        {hours}
      </p>
      <p class="faint">
        <Foreign text={[rule.to].flat().join(', ')} />
      </p>
      <div role="status">
        {said.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { useAsk } from '../manage/client.ts';
import type { Answer } from '../manage/send.ts';
import { Panel } from '../panels/panel.tsx';
import { Problem } from '../panels/problem.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { FiredList } from './fired-list.tsx';
import type { Fired, Rule } from './managed.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';

const mostFired = 50;

/** The rules of the alerts, and what fired. */
export function AlertsView() {
  const ask = useAsk();
  const { view, now } = useView();
  const [rules, setRules] = useState<Answer<Rule[]>>();
  const [fired, setFired] = useState<Answer<Fired[]>>();
  const [edited, setEdited] = useState<Rule | 'new'>();
  const [said, setSaid] = useState('');

  async function load() {
    const found = [
      ask<Rule[]>({ method: 'GET', path: '/alerts' }),
      ask<Fired[]>({ method: 'GET', path: `/alerts/fired?limit=${mostFired}` }),
    ] as const;
    setRules(await found[0]);
    setFired(await found[1]);
  }
  useEffect(() => void load(), [ask]);

  const isWritable = rules?.kind === 'ok' && rules.writable;
  return (
    <>
      <Panel
        title={messages.alerts.rules}
        tools={
          isWritable && (
            <button type="button" class="primary" onClick={() => setEdited('new')}>
              {messages.alerts.newAlert}
            </button>
          )
        }
      >
        <div class="body">
          <p role="status">{said}</p>
          {rules?.kind === 'refused' && <Problem problem={rules.words} retry={load} />}
          {rules?.kind === 'ok' && !isWritable && <p class="faint">{messages.alerts.notWritable}</p>}
          {rules?.kind === 'ok' && rules.data.length === 0 && (
            <p class="faint empty">{messages.alerts.noRules}</p>
          )}
          {rules?.kind === 'ok' && (
            <ul class="alerts">
              {rules.data.map((rule) => (
                <RuleRow
                  key={rule.name}
                  rule={rule}
                  writable={isWritable}
                  onEdit={() => setEdited(rule)}
                  onDeleted={load}
                />
              ))}
            </ul>
          )}
        </div>
      </Panel>
      <Panel title={messages.alerts.whatFired}>
        <div class="body">
          {fired?.kind === 'refused' && <Problem problem={fired.words} retry={load} />}
          {fired?.kind === 'ok' && <FiredList fired={fired.data} now={now} />}
        </div>
      </Panel>
      {edited && (
        <RuleForm
          rule={edited === 'new' ? undefined : edited}
          site={view.site ?? ''}
          onClose={() => setEdited(undefined)}
          onSaved={(name, secret) => {
            setEdited(undefined);
            setSaid(secret ? messages.alerts.savedWithSecret(name, secret) : messages.alerts.saved(name));
            void load();
          }}
        />
      )}
    </>
  );
}

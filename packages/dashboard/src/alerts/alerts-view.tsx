import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useHolder } from '../api/holder.ts';
import { Empty } from '../definitions/empty.tsx';
import { Dialog } from '../dialog.tsx';
import { useAsk } from '../manage/client.ts';
import { ReadOnly } from '../manage/read-only.tsx';
import type { Answer } from '../manage/send.ts';
import { useSiteNames } from '../manage/site-names.ts';
import { Panel } from '../panels/panel.tsx';
import { Problem } from '../panels/problem.tsx';
import { useView } from '../url/use-view.ts';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { FiredList } from './fired-list.tsx';
import type { Fired, Rule } from './managed.ts';
import { type Edited, RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';
import { recipients } from './words.ts';

const mostFired = 50;

/** Whether a retry may succeed: what is known stays until then. */
const isPassing = (answer: Answer<Fired[]>) =>
  answer.kind === 'refused' && (answer.status === 0 || answer.status === 429 || answer.status >= 500);

export function AlertsView() {
  const ask = useAsk();
  const names = useSiteNames();
  const { view, now } = useView();
  const [rules, setRules] = useState<Answer<Rule[]>>();
  const [fired, setFired] = useState<Answer<Fired[]>>();
  const [edited, setEdited] = useState<Edited | 'new'>();
  const holder = useHolder();
  const [said, setSaid] = useState<ComponentChildren>();

  const load = async () => setRules(await ask<Rule[]>({ path: '/alerts' }));
  useEffect(() => void load(), [ask]);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    void ask<Fired[]>({ path: `/alerts/fired?limit=${mostFired}` }).then((answer) => {
      if (!isOver) setFired((known) => (known?.kind === 'ok' && isPassing(answer) ? known : answer));
    });
    return () => {
      isOver = true;
    };
  }, [ask, now, tries]);

  async function edit(name: string) {
    const read = await ask<Omit<Rule, 'name'>>({ path: `/alerts/${encodeURIComponent(name)}` });
    if (read.kind === 'ok') setEdited({ name, rule: read.data, tag: read.tag });
    if (read.kind === 'refused') setSaid(<Reason text={read.words} />);
  }

  const list = rules?.kind === 'ok' ? rules.data : [];
  const readOnly = rules?.kind === 'ok' ? rules.readOnly : undefined;
  const isWritable = rules?.kind === 'ok' && readOnly === undefined;
  const isFirst = isWritable && list.length === 0;
  // The last recipient is probably the next one; a key may be named after a mailbox.
  const to = recipients(list.at(-1)?.to ?? (holder?.name.includes('@') ? holder.name : []));
  const form = {
    site: view.site ?? '',
    to,
    taken: list.map(({ name }) => name),
    onSaved(name: string, secret: string | undefined) {
      setEdited(undefined);
      setSaid(secret ? messages.alerts.savedWithSecret(name, secret) : messages.alerts.saved(name));
      void load();
    },
  };
  return (
    <>
      <ReadOnly why={readOnly} />
      <Panel
        title={messages.alerts.rules}
        tools={
          isWritable &&
          !isFirst && (
            <button type="button" class="primary" onClick={() => setEdited('new')}>
              {messages.alerts.newAlert}
            </button>
          )
        }
      >
        <div class="body">
          <p role="status">{said}</p>
          {rules?.kind === 'refused' && <Problem problem={rules.words} retry={load} />}
          {rules?.kind === 'ok' && list.length === 0 && (
            <Empty>{isFirst ? messages.alerts.makeFirst : messages.alerts.noRules}</Empty>
          )}
          {isFirst && <RuleForm {...form} />}
          {list.length > 0 && (
            <ul class="alerts">
              {list.map((rule) => (
                <RuleRow
                  key={rule.name}
                  {...{ rule, names }}
                  writable={isWritable}
                  onEdit={() => edit(rule.name)}
                  onDeleted={load}
                />
              ))}
            </ul>
          )}
        </div>
      </Panel>
      <Panel title={messages.alerts.whatFired}>
        <div class="body">
          {fired?.kind === 'refused' && <Problem problem={fired.words} retry={() => setTries(tries + 1)} />}
          {fired?.kind === 'ok' && <FiredList fired={fired.data} {...{ names, now }} />}
        </div>
      </Panel>
      {edited && (
        <Dialog
          title={edited === 'new' ? messages.alerts.newAlert : edited.name}
          onClose={() => setEdited(undefined)}
        >
          <RuleForm edited={edited === 'new' ? undefined : edited} {...form} />
        </Dialog>
      )}
    </>
  );
}

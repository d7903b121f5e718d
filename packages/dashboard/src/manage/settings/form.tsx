import { useMemo, useState } from 'preact/hooks';
import { Panel } from '../../panels/panel.tsx';
import { messages } from '../../words/words.ts';
import type { Entry } from '../client.ts';
import { Field } from '../field.tsx';
import { Goals } from './goals.tsx';
import { linesOf } from './lines.ts';
import { Lists } from './lists.tsx';
import { hintOf, nameOf } from './members.ts';

interface Properties {
  /** The initial value; later changes are ignored. */
  entry: Entry;
  onChange: (entry: Entry) => void;
  /** Only the fields for a new site. */
  short: boolean;
}

export function Form({ entry: start, onChange, short }: Properties) {
  const [entry, setEntry] = useState(start);
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], []);
  const set = (parts: Entry) => {
    setEntry({ ...entry, ...parts });
    onChange({ ...entry, ...parts });
  };
  const field = (
    path: string,
    value: string | number | undefined,
    onText: (text: string) => Entry,
    more = {},
  ) => (
    <Field
      label={nameOf(path)}
      hint={hintOf(path)}
      path={path}
      value={String(value ?? '')}
      onChange={(text) => set(onText(text.trim()))}
      {...more}
    />
  );
  const list = (
    path: string,
    values: readonly string[] | undefined,
    onLines: (lines: string[] | undefined) => Entry,
  ) => field(path, values?.join('\n'), (text) => onLines(linesOf(text)), { lines: true });
  const exclude = (parts: { addresses?: string[] | undefined; paths?: string[] | undefined }): Entry => {
    const { addresses, paths } = { ...entry.exclude, ...parts };
    if (addresses === undefined && paths === undefined) return { exclude: undefined };
    return { exclude: { ...(addresses && { addresses }), ...(paths && { paths }) } };
  };
  return (
    <>
      <Panel title={messages.filters.siteDimension}>
        <div class="field-grid">
          {field('name', entry.name, (text) => ({ name: text || undefined }))}
          {field('group', entry.group, (text) => ({ group: text || undefined }))}
          {field('timezone', entry.timezone, (text) => ({ timezone: text || undefined }), { names: zones })}
          {list('hosts', entry.hosts, (hosts) => ({ hosts }))}
        </div>
      </Panel>
      {!short && (
        <>
          <Panel title={nameOf('goals')}>
            <Goals goals={entry.goals} onChange={(goals) => set({ goals })} />
          </Panel>
          <Panel title={nameOf('funnels')}>
            <Lists path="funnels" named={entry.funnels} onChange={(funnels) => set({ funnels })} />
          </Panel>
          <Panel title={nameOf('segments')}>
            <Lists path="segments" named={entry.segments} onChange={(segments) => set({ segments })} />
          </Panel>
          <Panel title={messages.manage.excluded}>
            <div class="field-grid">
              {list('exclude.addresses', entry.exclude?.addresses, (addresses) => exclude({ addresses }))}
              {list('exclude.paths', entry.exclude?.paths, (paths) => exclude({ paths }))}
              {list('query_parameters', entry.query_parameters, (query_parameters) => ({ query_parameters }))}
              {field(
                'retention_days',
                entry.retention_days,
                (text) => ({ retention_days: text ? Number(text) : undefined }),
                { type: 'number' },
              )}
              {field(
                'ip_storage',
                entry.ip_storage,
                (text) => ({ ip_storage: storages.find((one) => one === text) }),
                { options: storageNames() },
              )}
            </div>
          </Panel>
        </>
      )}
    </>
  );
}

const storages = ['full', 'truncated', 'none'] as const;
const storageNames = () => ({ '': messages.manage.storageAsSet, ...messages.manage.storages });

/** A value of a choice in words; undefined for what is typed. */
export const wordsOf = (member: string, value: unknown = '') =>
  member === 'ip_storage' ? new Map<unknown, string>(Object.entries(storageNames())).get(value) : undefined;

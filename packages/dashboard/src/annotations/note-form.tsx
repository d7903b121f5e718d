import { useState } from 'preact/hooks';
import { isObject } from '../api/guards.ts';
import type { Annotation } from '../api/reports.ts';
import { over, useAsk } from '../manage/client.ts';
import { Conflict } from '../manage/conflict.tsx';
import { inWords } from '../manage/in-words.ts';
import { useSiteNames } from '../manage/site-names.ts';
import { useVersion } from '../manage/use-version.ts';
import { Options } from '../options.tsx';
import { useView } from '../url/use-view.ts';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { localOf, momentOf, sitesOf } from './words.ts';

/** An annotation that is changed, as it was read. */
export interface Edited {
  note: Annotation;
  tag: string | undefined;
}

interface Properties {
  /** undefined for a new one. */
  edited: Edited | undefined;
  /** Whether it may be for all sites. */
  forAll: boolean;
  onSaved: () => void;
}

const labelOf = (path: string) => new Map(Object.entries(messages.annotations.labels)).get(path);

/** So that a year has four digits. */
const moment = { type: 'datetime-local', max: '9999-12-31T23:59' };

/** When another one is to be changed in the open dialog. */
const begin = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

/** The fields of an annotation. Times are in the view's time zone. */
export function NoteForm({ edited: read, forAll, onSaved }: Properties) {
  const edited = read?.note;
  const { view, now } = useView();
  const ask = useAsk();
  const names = useSiteNames();
  const { site = '*', timezone } = view;
  const local = (moment: string | null | undefined) => (moment ? localOf(Date.parse(moment), timezone) : '');
  const [text, setText] = useState(edited?.text ?? '');
  const [at, setAt] = useState(edited ? local(edited.at) : localOf(now, timezone));
  const [until, setUntil] = useState(local(edited?.until));
  const [sites, setSites] = useState((edited?.sites ?? [site]).join(','));
  const [isRelease, setRelease] = useState(edited?.kind === 'release');
  const [problem, setProblem] = useState<string>();
  const { base, changed, save } = useVersion(
    { thing: contentIn(edited), tag: read?.tag },
    (body: object, tag) =>
      edited
        ? ask({ method: 'PUT', path: `/annotations/${edited.id}`, body, conditions: over(tag) })
        : ask({ method: 'POST', path: '/annotations', body }),
    contentIn,
  );

  const send = async (body: object) => {
    const saved = await save(body);
    setProblem(saved?.kind === 'refused' ? inWords(saved, labelOf).words : undefined);
    if (saved === undefined || saved.kind === 'refused') return;
    setText('');
    onSaved();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    // A time that was not touched keeps its seconds.
    const kept = (of: string, before: string | null | undefined) =>
      before && of === local(before) ? before : new Date(momentOf(of, timezone)).toISOString();
    void send({
      text,
      at: kept(at, edited?.at),
      ...(until !== '' && { until: kept(until, edited?.until) }),
      sites: sites.split(','),
      kind: isRelease ? 'release' : 'note',
    });
  };
  const choices = [...new Set([edited?.sites.join(',') ?? site, ...(forAll ? ['*'] : [])])];
  const words = (choice: string) =>
    choice === site && site !== '*' ? messages.annotations.thisSite : sitesOf(choice.split(','), names);
  if (changed)
    return (
      <Conflict
        key={base.tag}
        {...changed}
        labelOf={labelOf}
        wordsOf={wordsIn(timezone, names)}
        onSave={send}
      />
    );
  const { labels } = messages.annotations;
  const field = (words: string, value: string, set: (to: string) => void, more: object, look?: string) => (
    <label class={look}>
      {words}
      <input {...more} value={value} onInput={({ currentTarget }) => set(currentTarget.value)} />
    </label>
  );
  return (
    <form class="note-form" onSubmit={submit} ref={begin}>
      {field(labels.text, text, setText, { required: true, maxLength: 500 }, 'wide-field')}
      {field(labels.at, at, setAt, { ...moment, required: true })}
      {field(messages.annotations.untilIfLasted, until, setUntil, moment)}
      <label>
        {labels.sites}
        <select value={sites} onChange={({ currentTarget }) => setSites(currentTarget.value)}>
          <Options of={choices.map((choice) => [choice, words(choice)])} />
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isRelease}
          onChange={({ currentTarget }) => setRelease(currentTarget.checked)}
        />
        {messages.annotations.release}
      </label>
      <button type="submit">{edited ? messages.general.save : messages.annotations.add}</button>
      <Refused text={problem} />
    </form>
  );
}

/** What the form changes of an annotation. */
export function contentIn(current: unknown): object {
  if (!isNote(current)) return {};
  const { text, at, until, sites, kind } = current;
  return { text, at, ...(until !== null && { until }), sites, kind };
}
const isNote = (current: unknown): current is Annotation => isObject(current);

const wordsIn =
  (timezone: string, names: ReadonlyMap<string, string>) => (member: string, value: unknown) => {
    if (member === 'kind')
      return Object.entries(messages.annotations.kinds).find(([kind]) => kind === value)?.[1];
    if (Array.isArray(value)) return sitesOf(value, names);
    if (member !== 'at' && member !== 'until') return undefined;
    return typeof value === 'string' ? localOf(Date.parse(value), timezone).replace('T', ' ') : undefined;
  };

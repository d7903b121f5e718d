import { useState } from 'preact/hooks';
import type { Annotation } from '../api/reports.ts';
import { useSend } from '../manage/use-send.ts';
import { useView } from '../url/use-view.ts';
import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { localOf, momentOf } from './words.ts';

interface Properties {
  /** The one that is changed; undefined for a new one. */
  edited: Annotation | undefined;
  /** Whether it may be for all sites. */
  forAll: boolean;
  onSaved: () => void;
}

/** The fields of an annotation. Times are in the view's time zone. */
export function NoteForm({ edited, forAll, onSaved }: Properties) {
  const { view, now } = useView();
  const { site = '*', timezone } = view;
  const local = (moment: string | null | undefined) => (moment ? localOf(Date.parse(moment), timezone) : '');
  const [text, setText] = useState(edited?.text ?? '');
  const [at, setAt] = useState(edited ? local(edited.at) : localOf(now, timezone));
  const [until, setUntil] = useState(local(edited?.until));
  const [sites, setSites] = useState((edited?.sites ?? [site]).join(','));
  const [isRelease, setRelease] = useState(edited?.kind === 'release');
  const { send, problem } = useSend();

  const save = async (event: Event) => {
    event.preventDefault();
    // A time that was not touched keeps its seconds.
    const moment = (of: string, before: string | null | undefined) =>
      before && of === local(before) ? before : new Date(momentOf(of, timezone)).toISOString();
    const note = {
      text,
      at: moment(at, edited?.at),
      ...(until !== '' && { until: moment(until, edited?.until) }),
      sites: sites.split(','),
      kind: isRelease ? 'release' : 'note',
    };
    const done = edited
      ? await send('PUT', `/annotations/${edited.id}`, note)
      : await send('POST', '/annotations', note);
    if (!done) return;
    setText('');
    onSaved();
  };
  const choices = [...new Set([edited?.sites.join(',') ?? site, ...(forAll ? ['*'] : [])])];
  const words = (choice: string) =>
    choice === '*' ? messages.annotations.allSites : choice === site ? messages.annotations.thisSite : choice;
  return (
    <form class="note-form" onSubmit={save}>
      <label class="wide-field">
        {messages.annotations.text}
        <textarea
          required
          rows={2}
          maxLength={500}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <label>
        {messages.annotations.time}
        <input
          required
          type="datetime-local"
          value={at}
          onInput={({ currentTarget }) => setAt(currentTarget.value)}
        />
      </label>
      <label>
        {messages.annotations.until}
        <input
          type="datetime-local"
          value={until}
          onInput={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </label>
      <label>
        {messages.annotations.for}
        <select value={sites} onChange={({ currentTarget }) => setSites(currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {words(choice)}
            </option>
          ))}
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
      {problem !== undefined && (
        <p role="alert" class="problem">
          <Reason text={problem} />
        </p>
      )}
    </form>
  );
}

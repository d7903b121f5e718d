import { useState } from 'preact/hooks';
import { may, readsAll, useHolder } from '../api/holder.ts';
import type { Annotation } from '../api/reports.ts';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icons.tsx';
import { isConflict, over, useAsk } from '../manage/client.ts';
import { isSame } from '../manage/differences.ts';
import { useSiteNames } from '../manage/site-names.ts';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { contentIn, type Edited, NoteForm } from './note-form.tsx';
import { isWithoutData, sitesOf, textOf, whenOf } from './words.ts';

interface Properties {
  notes: readonly Annotation[];
  onChange: () => void;
  onClose: () => void;
}

/** The annotations of the period, newest first, with a form if the reader may write them. */
export function AnnotationsDialog({ notes, onChange, onClose }: Properties) {
  const { timezone } = useView().view;
  const names = useSiteNames();
  const holder = useHolder();
  const ask = useAsk();
  const [problem, setProblem] = useState<string>();
  const [edited, setEdited] = useState<Edited>();
  const manages = may(holder, 'manage');
  const writes = manages || may(holder, 'annotate');
  const saved = () => {
    setEdited(undefined);
    onChange();
  };
  const edit = async ({ id }: Annotation) => {
    const read = await ask<Annotation>({ path: `/annotations/${id}` });
    setProblem(read.kind === 'refused' ? read.words : undefined);
    if (read.kind === 'ok') setEdited({ note: read.data, tag: read.tag });
  };
  /** Deletes what the reader sees, and nothing that somebody has made of it since. */
  const remove = async (note: Annotation) => {
    const path = `/annotations/${note.id}`;
    const read = await ask<Annotation>({ path });
    const isAsSeen = read.kind === 'ok' && isSame(contentIn(read.data), contentIn(note));
    const removed = isAsSeen ? await ask({ method: 'DELETE', path, conditions: over(read.tag) }) : read;
    const isChanged = removed.kind === 'ok' || (removed.kind === 'refused' && isConflict(removed));
    setProblem(
      isChanged ? messages.conflict.somebodyElse : removed.kind === 'refused' ? removed.words : undefined,
    );
    if (isChanged) onChange();
    if (removed.kind === 'done') saved();
  };
  return (
    <Dialog title={messages.annotations.annotations} onClose={onClose}>
      {holder && writes && (
        <NoteForm key={edited?.tag} edited={edited} forAll={readsAll(holder)} onSaved={saved} />
      )}
      <Refused text={problem} />
      {notes.length === 0 && <p class="faint">{messages.annotations.none}</p>}
      <ul class="notes">
        {notes.toReversed().map((note) => (
          <li key={note.id}>
            <p>
              <span class="second">
                {messages.annotations.kinds[note.kind]} · {whenOf(note, timezone)} ·{' '}
                <Foreign text={sitesOf(note.sites, names)} />
              </span>
              {!isWithoutData(note) && <Foreign text={note.text} />}
            </p>
            {manages && note.created_by !== null && (
              <button
                type="button"
                class="quiet"
                aria-label={messages.general.editOf(note.text)}
                onClick={() => edit(note)}
              >
                {messages.general.edit}
              </button>
            )}
            {manages && (
              <IconButton
                icon="close"
                words={messages.general.deleteOf(textOf(note))}
                title={messages.general.delete}
                onClick={() => remove(note)}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

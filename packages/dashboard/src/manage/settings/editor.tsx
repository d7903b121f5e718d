import { isSiteId } from '@tallyhouse/ping/site-id';
import { useState } from 'preact/hooks';
import { Panel } from '../../panels/panel.tsx';
import { newSite, type Tag } from '../../setup/tag.ts';
import { useUnsaved } from '../../url/unsaved.ts';
import { useView } from '../../url/use-view.ts';
import { Refused } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { type Entry, entryIn, entryPath, over, useAsk } from '../client.ts';
import { Conflict } from '../conflict.tsx';
import { isSame } from '../differences.ts';
import { type Blamed, BlamedContext, Field } from '../field.tsx';
import { inWords } from '../in-words.ts';
import { ReadOnly } from '../read-only.tsx';
import { asTaken, useVersion } from '../use-version.ts';
import { Form, wordsOf } from './form.tsx';
import { hintOf, labelOf, nameOf } from './members.ts';
import { TagBuilder } from './tag-builder.tsx';

export interface Start {
  entry: Entry;
  /** The ETag of the entry; undefined: there is none. */
  tag: string | undefined;
  /** Why it cannot be changed here. */
  readOnly: string | undefined;
}

interface Properties {
  tag: Tag;
  site: string;
  start: Start;
  onSaved: () => void;
}

/** Changes a site's entry, and saves it unless somebody else has saved it meanwhile: then the reader chooses. */
export function Editor({ tag, site, start, onSaved }: Properties) {
  const ask = useAsk();
  const { change } = useView();
  const isNew = site === newSite;
  const { readOnly } = start;
  const [draft, setDraft] = useState(start.entry);
  /** The value of the form; a new one replaces typed text. */
  const [shown, setShown] = useState({ entry: start.entry, version: 0 });
  const [id, setId] = useState('');
  const [said, setSaid] = useState('');
  const [blamed, setBlamed] = useState<Blamed>();
  const put = async (entry: Entry, tag: string | undefined) => {
    const answer = await ask<Entry>({
      method: 'PUT',
      path: entryPath(isNew ? id : site),
      body: entry,
      conditions: over(tag),
    });
    return isNew ? asTaken(answer, 'id', messages.problems.idTaken) : answer;
  };
  const read = (current: unknown) => entryIn(current) ?? {};
  const version = useVersion({ thing: start.entry, tag: start.tag }, put, read);
  const { base, changed } = version;
  const isSaved = isSame(draft, base.thing) && !(isNew && id !== '');
  const letGo = useUnsaved(!isSaved);

  async function save(entry: Entry): Promise<void> {
    setSaid('');
    setBlamed(undefined);
    if (isNew && !isSiteId(id)) return setBlamed({ parameter: 'id', words: messages.problems.notAnId });
    setDraft(entry);
    const answer = await version.save(entry);
    if (answer === undefined) return;
    if (answer.kind === 'refused') return setBlamed(inWords(answer, labelOf));
    if (changed) setShown({ entry, version: shown.version + 1 });
    setSaid(messages.manage.saved);
    onSaved();
    if (!isNew) return;
    letGo();
    change({ site: id, tz: undefined });
  }
  return (
    <BlamedContext.Provider value={blamed}>
      <ReadOnly why={readOnly} />
      {changed && <Conflict key={base.tag} {...changed} {...{ labelOf, wordsOf }} onSave={save} />}
      <form
        class="settings"
        hidden={changed !== undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void save(draft);
        }}
      >
        <fieldset disabled={readOnly !== undefined}>
          {isNew && (
            <Panel title={messages.manage.newSite}>
              <Field
                label={nameOf('id')}
                hint={hintOf('id')}
                path="id"
                value=""
                required
                focused
                onChange={setId}
              />
            </Panel>
          )}
          <Form key={shown.version} entry={shown.entry} onChange={setDraft} short={isNew} />
        </fieldset>
        {readOnly === undefined && (
          <p class="save">
            <button type="submit" class="primary">
              {isNew ? messages.manage.addSite : messages.general.save}
            </button>
            <span role="status" class="faint">
              {isSaved ? said : messages.manage.notSaved}
            </span>
            <Refused text={blamed?.words} />
          </p>
        )}
      </form>
      {!isNew && <TagBuilder tag={tag} site={site} />}
    </BlamedContext.Provider>
  );
}

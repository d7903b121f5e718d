import { isSiteId } from '@tallyhouse/ping/site-id';
import { useState } from 'preact/hooks';
import { Panel } from '../../panels/panel.tsx';
import { newSite, type Tag } from '../../setup/tag.ts';
import { useView } from '../../url/use-view.ts';
import { Reason } from '../../words/reason.tsx';
import { messages } from '../../words/words.ts';
import { currentEntry, type Entry, isConflict, useManage } from '../client.ts';
import { type Blamed, BlamedContext, Field } from '../field.tsx';
import { ReadOnly } from '../read-only.tsx';
import { Conflict } from './conflict.tsx';
import { type Difference, differences, isSame } from './differences.ts';
import { Form } from './form.tsx';
import { hintOf, nameOf } from './members.ts';
import { TagBuilder } from './tag-builder.tsx';

/** What the file has. */
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

/** Changes a site's entry, and saves it unless somebody else has meanwhile: then the reader chooses. */
export function Editor({ tag, site, start, onSaved }: Properties) {
  const manage = useManage();
  const { change } = useView();
  const isNew = site === newSite;
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start.entry);
  /** What the form shows; a new one replaces what is typed in it. */
  const [shown, setShown] = useState({ entry: start.entry, version: 0 });
  const [id, setId] = useState('');
  const [said, setSaid] = useState('');
  const [blamed, setBlamed] = useState<Blamed>();
  const [changed, setChanged] = useState<readonly Difference[]>();

  async function save(entry: Entry, over: Pick<Start, 'entry' | 'tag'>): Promise<void> {
    setSaid('');
    setBlamed(undefined);
    if (isNew && !isSiteId(id)) return setBlamed({ parameter: 'id', words: messages.problems.notAnId });
    const answer = await manage.putEntry(isNew ? id : site, entry, over.tag);
    if (answer.kind !== 'refused') {
      setBase({ ...base, entry, tag: answer.kind === 'ok' ? answer.tag : undefined });
      setDraft(entry);
      if (changed) setShown({ entry, version: shown.version + 1 });
      setChanged(undefined);
      setSaid(messages.manage.saved);
      onSaved();
      if (isNew) change({ site: id });
    } else if (!isConflict(answer)) setBlamed(answer);
    else if (isNew) setBlamed({ parameter: 'id', words: messages.problems.idTaken });
    else {
      const theirs = { entry: currentEntry(answer) ?? {}, tag: answer.tag };
      const different = differences(over.entry, entry, theirs.entry);
      if (different.length === 0) return save(entry, theirs);
      setBase({ ...base, ...theirs });
      setDraft(entry);
      setChanged(different);
    }
  }
  return (
    <BlamedContext.Provider value={blamed}>
      <ReadOnly why={base.readOnly} />
      {changed && (
        <Conflict key={base.tag} differences={changed} mine={draft} onSave={(entry) => save(entry, base)} />
      )}
      <form
        class="settings"
        hidden={changed !== undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void save(draft, base);
        }}
      >
        <fieldset disabled={base.readOnly !== undefined}>
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
        {base.readOnly === undefined && (
          <p class="save">
            <button type="submit" class="primary">
              {isNew ? messages.manage.addSite : messages.general.save}
            </button>
            <span role="status" class="faint">
              {isSame(draft, base.entry) ? said : messages.manage.notSaved}
            </span>
            <span role="alert" class="problem">
              <Reason text={blamed?.words} />
            </span>
          </p>
        )}
      </form>
      {!isNew && <TagBuilder tag={tag} site={site} />}
    </BlamedContext.Provider>
  );
}

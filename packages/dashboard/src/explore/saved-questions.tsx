import { useState } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import { Chip } from '../filters/chip.tsx';
import { withNamed } from '../manage/change-entry.ts';
import { Saved } from '../manage/saved.tsx';
import { useEntry } from '../manage/use-entry.ts';
import { Foreign } from '../panels/list.tsx';
import { keptBy } from '../url/kept.ts';
import { useView } from '../url/use-view.ts';
import { readView, type View, viewText } from '../url/view.ts';
import { messages } from '../words/words.ts';

/** In this browser. Each is an address, so a later version may read it differently. */
const questions = keptBy('tallyhouse_questions', shape({ name: isText, address: isText }));

/**
 * Saved questions, and a field that saves this one: in the sites file, for all readers of the site, when the key may change it; in this
 * browser otherwise.
 */
export function SavedQuestions() {
  const { view, change } = useView();
  const [kept, setKept] = useState(questions.all);
  const [problem, setProblem] = useState<string>();
  const { file, change: changeFile } = useEntry();
  const inFile =
    changeFile &&
    ((name: string, text?: string) =>
      changeFile((entry) => ({ ...entry, questions: withNamed(entry.questions, name, text) })));
  const save = async (name: string) => {
    const why = await inFile?.(name, questionText(view));
    if (why !== undefined || inFile === undefined) setKept(questions.keep({ name, address: viewText(view) }));
    return why && messages.explore.keptHere(why);
  };
  const open = (name: string, text: string) => {
    const { view: asked, wrong } = readView(text, view.timezone);
    const { site = view.site } = asked;
    const [unknown] = wrong.map((part) => [part.name, part.sent ?? []].flat().join('='));
    setProblem(unknown && messages.filters.unknownIn(name, unknown));
    if (unknown !== undefined) return;
    const { embed, lang } = view;
    change({ ...asked, site, tz: site === view.site ? view.tz : asked.tz, embed, lang });
  };
  return (
    <Saved
      one="question"
      named={file?.questions}
      onOpen={open}
      onSave={save}
      onRemove={inFile}
      empty={view.explored.metrics.length === 0}
    >
      {kept.map(({ name, address }) => (
        <Chip
          key={name}
          words={<Foreign text={name} />}
          title={messages.explore.inBrowser}
          remove={messages.general.deleteOf(name)}
          onClick={() => open(name, address)}
          onRemove={() => setKept(questions.remove(name))}
        />
      ))}
      {problem && (
        <span role="alert" class="problem">
          {problem}
        </span>
      )}
    </Saved>
  );
}

/** The question without its site and reader. */
function questionText(view: View): string {
  const asked = new URLSearchParams(viewText(view));
  for (const name of ['site', 'tz', 'embed', 'lang']) asked.delete(name);
  return `${asked}`;
}

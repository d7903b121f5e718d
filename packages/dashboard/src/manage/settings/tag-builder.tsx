import { useState } from 'preact/hooks';
import { Panel } from '../../panels/panel.tsx';
import { Copied } from '../../setup/copied.tsx';
import { scriptTag, type Tag } from '../../setup/tag.ts';
import { Phrase } from '../../words/phrase.tsx';
import { messages } from '../../words/words.ts';

/** Creates the line to paste into the site's pages. */
export function TagBuilder({ tag, site }: { tag: Tag; site: string }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const box = ([name, words]: [string, string]) => (
    <label class="check" key={name}>
      <input
        type="checkbox"
        checked={chosen.includes(name)}
        onChange={({ currentTarget: { checked } }) =>
          setChosen(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
        }
      />
      {words}
    </label>
  );
  const { events: automatic, options: switches } = messages.tag;
  const of = (names: object) => Object.keys(names).filter((name) => chosen.includes(name));
  const auto = of(automatic).length > 0 ? ` data-auto="${of(automatic).join(' ')}"` : '';
  const attributes =
    auto +
    of(switches)
      .map((name) => ` data-${name}`)
      .join('');
  return (
    <Panel title={messages.tag.title}>
      <p class="faint">
        <Phrase text={messages.tag.paste} />
      </p>
      <fieldset class="boxes">
        <legend>{messages.tag.automatic}</legend>
        {Object.entries(automatic).map(box)}
      </fieldset>
      <fieldset class="boxes">
        <legend>{messages.header.more}</legend>
        {Object.entries(switches).map(box)}
      </fieldset>
      <Copied text={scriptTag(tag, site).replace('></', `${attributes}></`)} />
    </Panel>
  );
}

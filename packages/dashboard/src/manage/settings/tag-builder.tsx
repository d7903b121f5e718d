import { useState } from 'preact/hooks';
import { Panel } from '../../panels/panel.tsx';
import { Copied } from '../../setup/copied.tsx';
import { scriptTag, type Tag } from '../../setup/tag.ts';

/** What `data-auto` asks for. */
const automatic = {
  outbound: 'Clicks on links to other sites',
  downloads: 'Downloads of files',
  forms: 'Forms that are sent',
  'not-found': 'Pages that are not found',
} as const;

const switches = {
  vitals: 'How fast pages are (web vitals)',
  cookieless: 'Store nothing in the browser',
  dnt: 'Leave out visitors who opt out (Do Not Track)',
  hash: 'What is behind # is a page of its own',
  local: 'Count on localhost too, for tests',
} as const;

/** Makes the line to paste into the site's pages. */
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
  const of = (names: object) => Object.keys(names).filter((name) => chosen.includes(name));
  const auto = of(automatic).length > 0 ? ` data-auto="${of(automatic).join(' ')}"` : '';
  const attributes =
    auto +
    of(switches)
      .map((name) => ` data-${name}`)
      .join('');
  return (
    <Panel title="Line for its pages">
      <p class="faint">
        Paste it into the <code>&lt;head&gt;</code> of the pages. It is not kept here: choose, and copy.
      </p>
      <fieldset class="boxes">
        <legend>Events that it sends by itself</legend>
        {Object.entries(automatic).map(box)}
      </fieldset>
      <fieldset class="boxes">
        <legend>More</legend>
        {Object.entries(switches).map(box)}
      </fieldset>
      <Copied text={scriptTag(tag, site).replace('></', `${attributes}></`)} />
    </Panel>
  );
}

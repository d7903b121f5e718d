import { Panel } from '../panels/panel.tsx';
import { type Explored, nothingExplored } from '../url/explored.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';

const examples: readonly (readonly [
  string,
  Explored['shape'],
  Explored['metrics'],
  Explored['dimensions'],
])[] = [
  ['Which sources bring visits that last?', 'table', ['visits', 'visit_duration_seconds'], ['source']],
  ['Which devices are used in which country?', 'heat', ['visits', 'visitors'], ['country', 'device_type']],
  ['How do the kinds of sources develop?', 'lines', ['visits', 'visitors'], ['bucket', 'medium']],
];

/** Questions to begin with. */
export function Examples() {
  const { view, change } = useView();
  return (
    <Panel title="Choose a number, or begin with an example" area="examples">
      {examples.map(([words, shape, metrics, dimensions]) => {
        const explored = { ...nothingExplored, shape, metrics, dimensions };
        return (
          <p key={words}>
            <a href={viewText({ ...view, explored })} onClick={followLink(() => change({ explored }))}>
              {words}
            </a>
          </p>
        );
      })}
    </Panel>
  );
}

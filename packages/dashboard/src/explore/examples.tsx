import { Panel } from '../panels/panel.tsx';
import { type Explored, nothingExplored } from '../url/explored.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';
import { messages } from '../words/words.ts';

const examples: readonly (readonly [
  keyof typeof messages.explore.examples,
  Explored['shape'],
  Explored['metrics'],
  Explored['dimensions'],
])[] = [
  ['sources', 'table', ['visits', 'visit_duration_seconds'], ['source']],
  ['devices', 'heat', ['visits', 'visitors'], ['country', 'device_type']],
  ['mediums', 'lines', ['visits', 'visitors'], ['bucket', 'medium']],
];

export function Examples() {
  const { view, change } = useView();
  return (
    <Panel title={messages.explore.choose} area="examples">
      {examples.map(([name, shape, metrics, dimensions]) => {
        const explored = { ...nothingExplored, shape, metrics, dimensions };
        return (
          <p key={name}>
            <a href={viewText({ ...view, explored })} onClick={followLink(() => change({ explored }))}>
              {messages.explore.examples[name]}
            </a>
          </p>
        );
      })}
    </Panel>
  );
}

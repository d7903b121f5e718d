import { Panel } from '../panels/panel.tsx';
import { type Explored, nothingExplored } from '../url/explored.ts';
import { ViewLink } from '../url/view-link.tsx';
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
  return (
    <Panel title={messages.explore.choose} area="examples">
      {examples.map(([name, shape, metrics, dimensions]) => (
        <p key={name}>
          <ViewLink to={{ explored: { ...nothingExplored, shape, metrics, dimensions } }}>
            {messages.explore.examples[name]}
          </ViewLink>
        </p>
      ))}
    </Panel>
  );
}

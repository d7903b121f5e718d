import { Panel } from '../panels/panel.tsx';
import { nothingExplored } from '../url/explored.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';

const examples = {
  'Which sources bring visits that last?': {
    metrics: ['visits', 'bounce_rate', 'visit_duration_seconds'],
    dimensions: ['source'],
  },
  'Which devices are used in which country?': {
    metrics: ['visits', 'visitors'],
    dimensions: ['country', 'device_type'],
    shape: 'heat',
  },
  'How do the kinds of sources develop?': {
    metrics: ['visits', 'visitors'],
    dimensions: ['bucket', 'medium'],
    shape: 'lines',
  },
} as const;

/** Questions to begin with. */
export function Examples() {
  const { view, change } = useView();
  return (
    <Panel title="Choose a number, or begin with an example" area="examples">
      <ul>
        {Object.entries(examples).map(([words, parts]) => {
          const explored = { ...nothingExplored, ...parts };
          return (
            <li key={words}>
              <a href={viewText({ ...view, explored })} onClick={followLink(() => change({ explored }))}>
                {words}
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

import { Icon } from '../icons.tsx';
import { type Explored, nothingExplored } from '../url/explored.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';

const examples: readonly { words: string; about: string; parts: Partial<Explored> }[] = [
  {
    words: 'Which sources bring visits that last?',
    about: 'Visits, bounce rate and duration by source',
    parts: { metrics: ['visits', 'bounce_rate', 'visit_duration_seconds'], dimensions: ['source'] },
  },
  {
    words: 'Which devices are used in which country?',
    about: 'Visits by country and device, as a heat map',
    parts: { metrics: ['visits', 'visitors'], dimensions: ['country', 'device_type'], shape: 'heat' },
  },
  {
    words: 'How do the kinds of sources develop?',
    about: 'Visits by time and medium, as lines',
    parts: { metrics: ['visits', 'visitors'], dimensions: ['bucket', 'medium'], shape: 'lines' },
  },
];

/** Questions to begin with. */
export function Examples() {
  const { view, change } = useView();
  return (
    <section class="card panel examples" aria-label="Examples">
      <h2>Choose a number, or begin with an example</h2>
      <ul>
        {examples.map(({ words, about, parts }) => {
          const explored = { ...nothingExplored, ...parts };
          return (
            <li key={words}>
              <a href={viewText({ ...view, explored })} onClick={followLink(() => change({ explored }))}>
                {words} <Icon name="open" />
              </a>
              <p class="faint">{about}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

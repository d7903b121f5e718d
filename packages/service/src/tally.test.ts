import { createRegistry } from './metrics.ts';
import { createTally } from './tally.ts';

test('reports all counts at each scrape, zeros too', async () => {
  const registry = createRegistry();
  const about = { name: 'things_total', help: 'Things.', registers: [registry] };
  const count = createTally(about, 'colour', 'size');
  count('red', 'small');
  count('red', 'small', 4);
  count('red', 'large');
  count('blue', 7, 0);
  const lines = [
    '# HELP things_total Things.',
    '# TYPE things_total counter',
    'things_total{colour="red",size="small"} 5',
    'things_total{colour="red",size="large"} 1',
    'things_total{colour="blue",size="7"} 0',
  ];
  for (let asked = 0; asked < 2; asked++)
    expect(await registry.getSingleMetricAsString('things_total')).toBe(lines.join('\n'));
});

import { key } from '../api/query-service.ts';

/** The output of `/metrics`, in the text format of Prometheus. */
export interface Exposition {
  /** Names of metrics, each with the labels of its samples (except `le`). */
  metrics: Map<string, Set<string>>;
  /** Every sample, by its name and labels as written. */
  samples: Map<string, number>;
}

export async function scrape(url: string): Promise<Exposition> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${url}/metrics answered ${response.status}`);
  return parse(await response.text());
}

/** The metric of a series: a histogram has three series, with names derived from its own. */
export function metricOf(series: string, metrics: ReadonlyMap<string, unknown>): string | undefined {
  const base = series.replace(/_(?:bucket|sum|count)$/, '');
  return [series, base].find((name) => metrics.has(name));
}

function parse(text: string): Exposition {
  const exposition: Exposition = { metrics: new Map(), samples: new Map() };
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) /gm)) exposition.metrics.set(name, new Set());
  for (const [, series = '', braced = '', value] of text.matchAll(/^([a-z]\w*)(\{.*\})? (\S+)$/gm)) {
    exposition.samples.set(series + braced, Number(value));
    const metric = metricOf(series, exposition.metrics);
    if (metric === undefined) throw new Error(`${series} has no TYPE`);
    for (const [, label = ''] of braced.matchAll(/(\w+)="/g)) {
      if (label !== 'le') exposition.metrics.get(metric)?.add(label);
    }
  }
  return exposition;
}

import operatorList from './operators.json';
import { type Purpose, purposes } from './purposes.ts';
import { publishedRanges } from './ranges/index.ts';

export interface Crawler {
  name: string;
  /** `''` when no list names one. */
  operator: string;
  purpose: Purpose;
}

/** A crawler of our own list. */
export interface ListedCrawler extends Crawler {
  /** What its user agent contains: its name, unless it uses those of others. */
  says: string;
  /** Files (`ranges/`) of the addresses that its operator publishes for it; none where anyone runs the program. */
  ranges: readonly string[];
}

const isPurpose = (text: string): text is Purpose => purposes.some((purpose) => purpose === text);

interface Entry {
  operator: string;
  sources: string[];
  crawlers: { name: string; says?: string; purpose: string; ranges?: string[] }[];
}

const entries: readonly Entry[] = operatorList;

export const listedCrawlers: readonly ListedCrawler[] = entries.flatMap(({ operator, crawlers }) => {
  const ofOperator = crawlers.flatMap(({ ranges = [] }) => ranges);
  return crawlers.map(({ name, says = name, purpose, ranges = [...new Set(ofOperator)] }) => {
    if (!isPurpose(purpose)) throw new Error(`operators.json: ${name} has the unknown purpose ${purpose}.`);
    const unknown = ranges.find((file) => !publishedRanges.has(file));
    if (unknown !== undefined) throw new Error(`operators.json: ${name} has the unknown ranges ${unknown}.`);
    return { name, says, operator, purpose, ranges };
  });
});

/** Sources of visits, as in `/sources`, that an operator sends: its search, its assistant, its network. */
export const sourcesOfOperators: ReadonlyMap<string, readonly string[]> = new Map(
  entries.filter(({ sources }) => sources.length > 0).map(({ operator, sources }) => [operator, sources]),
);

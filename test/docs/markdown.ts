import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The Markdown files of the repository, including new ones. */
export function documents(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  return execFileSync('git', args, { encoding: 'utf8' }).trimEnd().split('\n').filter(existsSync);
}

interface Heading {
  level: number;
  /** The part of a link after `#`. */
  anchor: string;
  /** The offset of its line. */
  at: number;
}

/** The headings of a document, with their anchors on GitHub. */
export function headingsOf(markdown: string): Heading[] {
  const seen = new Map<string, number>();
  // Code, which may have lines with #, is blanked, so that offsets stay.
  const prose = markdown.replace(/^( *)```.*?^\1```/gms, (code) => code.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(/^(#{1,6}) +(.+)$/gm)].map(({ index, 1: marks = '', 2: title = '' }) => {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return { level: marks.length, anchor: times === 0 ? slug : `${slug}-${times}`, at: index };
  });
}

/** The text below a heading, up to the next one of its level or above; undefined without such a heading. */
export function sectionOf(markdown: string, anchor: string): string | undefined {
  const headings = headingsOf(markdown);
  const index = headings.findIndex((heading) => heading.anchor === anchor);
  const heading = headings[index];
  if (!heading) return undefined;
  const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
  return markdown.slice(heading.at, next?.at);
}

export interface Table {
  head: string[];
  rows: string[][];
}

/** The tables of a document, cell by cell. */
export function tablesOf(markdown: string): Table[] {
  return [...markdown.matchAll(/^(\|.*)\n\|[-:| ]+\|\n((?:\|.*\n?)*)/gm)].map(([, head = '', body = '']) => ({
    head: cellsOf(head),
    rows: body.trimEnd().split('\n').map(cellsOf),
  }));
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

export const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);

import { join } from 'node:path';

/** A file of the lake, by its rows: those of a view of one site and UTC day, or month. */
export interface FileOf {
  view: string;
  site: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY` */
  date: string;
}

/** Below the folder of the lake, with `/`. */
export const pathOf = (about: FileOf) => `${folderOf(about)}/part-0.parquet`;

/** Hidden: readers take other files in a folder for data. */
export const temporaryOf = (about: FileOf) => `${folderOf(about)}/.part-0.parquet.tmp`;

export const folderOf = (about: FileOf) => `${siteFolderOf(about)}/${partOf(about.date)}=${about.date}`;

/** How the rows of a site are divided into files: a day has few of them, and object storage prefers large files. */
export const grains = ['day', 'month', 'year'] as const;

export type Grain = (typeof grains)[number];

export const grainOf = (date: string): Grain => grains[3 - date.split('-').length] ?? 'day';

/** The name of the folder of a part: `date` is a day to all readers. */
const partOf = (date: string) => (grainOf(date) === 'day' ? 'date' : grainOf(date));

export const siteFolderOf = ({ view, site }: Pick<FileOf, 'view' | 'site'>) =>
  `${view}/site=${escaped(site)}`;

/** The characters that a site id may have are safe; anything else becomes %XX, as readers of such folders expect. */
function escaped(site: string): string {
  return [...Buffer.from(site)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

export const within = (folder: string, path: string) => join(folder, ...path.split('/'));

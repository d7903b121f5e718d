import { printable } from '@tallyhouse/service';

/** The ignored columns of files, as lines. @param unused by the path, `-` for standard input */
export const notUsed = (unused: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...unused]
    .filter(([, names]) => names.size > 0)
    .map(([path, names]) => [path === '-' ? 'standard input' : path, [...names].map(printable).join(', ')])
    .map(([path, names]) => `  Not used of ${path}: ${names}\n`)
    .join('');

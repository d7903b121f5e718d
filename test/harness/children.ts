import { execFileSync } from 'node:child_process';

/** Process ids of the children of a process whose command line holds a text. */
export function childrenOf(pid: number, text: string): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/).map(Number);
    return parent === pid && child !== undefined && line.includes(text) ? [child] : [];
  });
}

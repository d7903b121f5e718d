const width = 30;

/** A bar on a terminal; elsewhere (a file, a pipe) one line at the end. */
export function progressBar(label: string, output: NodeJS.WriteStream): (done: number) => void {
  return (done) => {
    const filled = Math.round(done * width);
    const bar = `${label} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.round(done * 100)}%`;
    if (output.isTTY) output.write(`\r${bar}${done === 1 ? '\n' : ''}`);
    else if (done === 1) output.write(`${bar}\n`);
  };
}

/** A line of a terminal that is drawn again and again. */
export function createRedrawnLine(output: Pick<NodeJS.WriteStream, 'write'>) {
  let drawn = 0;
  function erase(): void {
    if (drawn > 0) output.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  }
  return {
    draw(text: string): void {
      erase();
      output.write(text);
      drawn = text.length;
    },
    erase,
  };
}

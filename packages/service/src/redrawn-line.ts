export interface RedrawnLine {
  draw(text: string): void;
  erase(): void;
}

export function createRedrawnLine(output: Pick<NodeJS.WriteStream, 'write'>): RedrawnLine {
  let drawn = 0;
  function erase(): void {
    if (drawn > 0) output.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  }
  return {
    draw(text) {
      erase();
      output.write(text);
      drawn = text.length;
    },
    erase,
  };
}

/** An output that is no terminal, as commands write to it, and what was written. */
export function printed() {
  let all = '';
  const write = (text: string | Uint8Array) => {
    all += text;
    return true;
  };
  return { output: { isTTY: false, write } as const, text: () => all };
}

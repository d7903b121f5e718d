/** Parts of a regular expression that matter here: escapes, the start of a group that is more than one, classes, repetitions. */
const parts = /\\.|\(\?.?|\[\^?\]|\[:|\[|\]|\{(\d+)(?:,(\d*))?\}/gsu;

/** Escapes that mean the same in JavaScript and in RE2. */
const knownEscape = /^\\[dDwWsSbBnrtfv^$\\.*+?()[\]{}|/-]$/;

/** A repetition counts as that many copies. */
const mostCopies = 20_000;

/**
 * Whether a text is a regular expression in JavaScript and in RE2, which ClickHouse uses. RE2 has no look-around and no back references,
 * and a different syntax for some other parts; and many repetitions would take much memory.
 */
export function isExpression(text: string): boolean {
  if (text === '' || !compiles(text)) return false;
  let isInClass = false;
  let repetitions = 1;
  for (const [part, least, most] of text.matchAll(parts)) {
    if (part.startsWith('\\')) {
      // In a class, \b is another character.
      if (!knownEscape.test(part) || (isInClass && /[bB]/.test(part))) return false;
    } else if (isInClass) {
      if (part === '[:') return false;
      if (part.endsWith(']')) isInClass = false;
    } else if (part.startsWith('(') && part !== '(?:') return false;
    else if (part.endsWith(']') && part !== ']') return false;
    else if (part.startsWith('[')) isInClass = true;
    else if (least !== undefined) repetitions *= Math.max(Number(most || least), 1);
  }
  return text.length * repetitions <= mostCopies;
}

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false; // a SyntaxError
  }
}

/** Offsets from `first` up to, but excluding, `end`. */
export interface Span {
  first: bigint;
  end: bigint;
}

/** The gaps in a span between the present offsets, which are in ascending order. */
export function gaps({ first, end }: Span, there: readonly bigint[]): Span[] {
  const found: Span[] = [];
  let next = first;
  for (const offset of [...there, end]) {
    if (offset > next) found.push({ first: next, end: offset });
    next = offset + 1n;
  }
  return found;
}

/** The same offsets in as few spans as possible. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { first, end } of spans) {
    const last = result.at(-1);
    if (last?.end === first) last.end = end;
    else if (first < end) result.push({ first, end });
  }
  return result;
}

/** The parts of the spans that are within another. */
export function cut(spans: readonly Span[], { first, end }: Span): Span[] {
  return spans
    .map((span) => ({ first: span.first > first ? span.first : first, end: span.end < end ? span.end : end }))
    .filter((span) => span.first < span.end);
}

/** The number of offsets in the spans. */
export function sizeOf(spans: readonly Span[]): bigint {
  return spans.reduce((sum, { first, end }) => sum + end - first, 0n);
}

export function holds(spans: readonly Span[], offset: bigint): boolean {
  return spans.some(({ first, end }) => offset >= first && offset < end);
}

/** From the start of the first span to the end of the last; empty without spans. */
export function around(spans: readonly Span[]): Span {
  const offsets = spans
    .filter(({ first, end }) => first < end)
    .flatMap(({ first, end }) => [first, end])
    .sort((a, b) => Number(a - b));
  return { first: offsets[0] ?? 0n, end: offsets.at(-1) ?? 0n };
}

/** Offsets from `first` up to, not including, `end`. */
export interface Span {
  first: bigint;
  end: bigint;
}

/** What lies between the offsets of a span that are there, given in ascending order. */
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

/** What of the spans lies in another. */
export function cut(spans: readonly Span[], { first, end }: Span): Span[] {
  return spans
    .map((span) => ({
      first: span.first > first ? span.first : first,
      end: span.end < end ? span.end : end,
    }))
    .filter((span) => span.first < span.end);
}

/** How many offsets they hold. */
export function sizeOf(spans: readonly Span[]): bigint {
  return spans.reduce((sum, { first, end }) => sum + end - first, 0n);
}

export function holds(spans: readonly Span[], offset: bigint): boolean {
  return spans.some(({ first, end }) => offset >= first && offset < end);
}

/** From where the first of the spans begins to where the last one ends; nothing of none. */
export function around(spans: readonly Span[]): Span {
  const offsets = spans
    .filter(({ first, end }) => first < end)
    .flatMap(({ first, end }) => [first, end])
    .sort((a, b) => Number(a - b));
  return { first: offsets[0] ?? 0n, end: offsets.at(-1) ?? 0n };
}

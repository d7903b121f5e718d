/** A UUIDv7 of a time, milliseconds since 1970, that ends in a number: for files that are compared whole. */
export function numberedId(time: number, number: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}

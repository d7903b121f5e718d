/** `<seconds>.<3 decimals>` of milliseconds since 1970, which ClickHouse reads as a DateTime64 whatever its settings. */
export function seconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return `${whole}.${String(milliseconds - whole * 1000).padStart(3, '0')}`;
}

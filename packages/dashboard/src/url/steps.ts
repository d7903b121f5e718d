export const mostSteps = 10;

/** Whether a time is within the API's limits for a funnel. */
export function isWithin(text: string): boolean {
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const minutes = Number(digits) * (unit === 'd' ? 1440 : unit === 'h' ? 60 : 1);
  return minutes >= 30 && minutes <= 90 * 1440;
}

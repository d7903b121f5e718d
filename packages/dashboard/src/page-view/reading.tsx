import type { Engagement } from '../api/reports.ts';
import { formatCount, formatMilliseconds } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

/** The usual reading speed, in words per minute. */
const wordsAMinute = 230;

/** Compares the page's reading times with the time that its text takes. */
export function Reading({ page }: { page: Engagement }) {
  const {
    median_focus_time_ms: median,
    p90_focus_time_ms: p90,
    avg_focus_time_ms: mean,
    word_count: words,
  } = page;
  if (median === null || p90 === null || mean === null || page.views === 0) return null;
  const whole = words === null ? 0 : (words / wordsAMinute) * 60_000;
  const most = Math.max(p90, mean, whole, 1);
  const marks = [
    { name: messages.page.median, ms: median },
    { name: messages.page.mean, ms: mean },
    { name: messages.page.longest, ms: p90 },
    ...(words === null ? [] : [{ name: messages.page.allWords(formatCount(words)), ms: whole }]),
  ];
  return (
    <table class="reading-times">
      <caption class="hidden">{messages.page.timeInFocus}</caption>
      <tbody>
        {marks.map(({ name, ms }, index) => (
          <tr key={name} class={index === 3 ? 'whole' : ''}>
            <th scope="row">{name}</th>
            <td class="track">
              <span style={{ inlineSize: `${(100 * ms) / most}%` }} />
            </td>
            <td class="number">{formatMilliseconds(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

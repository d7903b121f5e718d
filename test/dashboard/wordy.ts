import { hoursAgo, visit } from '../api/present.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { event } from './traffic.ts';

/** One word, longer than a phone is wide. */
export const long = 'A_page_whose_title_is_one_long_word_'.repeat(3);

/** A view some minutes after the begin of its visit. */
function view(began: number, minutes: number, page_path: string, page_title: string) {
  const pinged_at = began + minutes * 60_000;
  return { pinged_at, pageview_id: uuid7(pinged_at), page_path, page_title };
}

/**
 * 1,201 visits to `wordy`, with long words at every place. All but one begin at /read, and three quarters of them go on to many other
 * pages; one comes from the first page, the weakest stream of all.
 */
export const wordy = Array.from({ length: 1201 }, (_, index) => {
  const at = hoursAgo(24 + index / 60);
  const views = [
    ...(index === 0 ? [view(at, 0, '/', 'Home')] : []),
    view(at, 1, '/read', `${long} ${long}`),
    ...(index % 4 === 0 ? [] : [view(at, 2, `/${long}${index % 9}`, `${index % 9} ${long}`)]),
  ];
  const props = { [`plan-${'x'.repeat(35)}`]: long };
  const signup = event(at + 90_000, `${long} ${index % 3}`, { props });
  const paid = { ...signup, pinged_at: at + 95_000, amount: '12345678.5', currency: 'EUR' };
  const about = { site_id: 'wordy', ...visit(at), source: long, region: long, city: long, country: 'NL' };
  return [...views, ...(index % 10 === 0 ? [signup, paid] : [])].map((one) => ({ ...about, ...one }));
}).flat();

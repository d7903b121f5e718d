/** Lines of web server logs, made from visits whose totals are known. */

export const browsers = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
} as const;

export const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export interface Hit {
  at: number;
  address: string;
  userAgent: string;
  method?: string;
  path: string;
  status?: number;
  referrer?: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line in the default format of Apache and nginx, in a zone two hours ahead of UTC. */
export function combinedLine({ at, address, userAgent, path, ...hit }: Hit): string {
  const { method = 'GET', status = 200, referrer = '-' } = hit;
  const [year, month, day, time] = new Date(at + 2 * 3_600_000).toISOString().split(/[-T.]/);
  const date = `${day}/${months[Number(month) - 1]}/${year}:${time} +0200`;
  return `${address} - - [${date}] "${method} ${path} HTTP/1.1" ${status} 5123 "${referrer}" "${userAgent}"`;
}

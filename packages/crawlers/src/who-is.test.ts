import knownHosts from '../../ping/src/known-hosts.json';
import { datacentres } from './datacentres.ts';
import { sourcesOfOperators } from './operators.ts';
import lists from './ranges/datacentres.txt';
import { publishedRanges } from './ranges/index.ts';
import { whoIs } from './who-is.ts';

const anywhere = '203.0.113.9';
const compatible = (name: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name}/1.2; +http://x.example)`;
const who = (userAgent: string, ip = anywhere) => {
  const found = whoIs(userAgent, ip);
  return found && [found.name, found.operator, found.purpose];
};

test.each([
  ['GPTBot', 'OpenAI', 'training'],
  ['OAI-SearchBot', 'OpenAI', 'answers'],
  ['ChatGPT-User', 'OpenAI', 'agent'],
  ['ClaudeBot', 'Anthropic', 'training'],
  ['Claude-SearchBot', 'Anthropic', 'answers'],
  ['Claude-User', 'Anthropic', 'agent'],
  ['PerplexityBot', 'Perplexity', 'answers'],
  ['Perplexity-User', 'Perplexity', 'agent'],
  ['CCBot', 'Common Crawl', 'training'],
  ['Bytespider', 'ByteDance', 'training'],
  ['Googlebot', 'Google', 'search'],
  ['Googlebot-Image', 'Google', 'search'],
  ['Bingbot', 'Microsoft', 'search'],
  ['Applebot', 'Apple', 'search'],
  ['DuckDuckBot', 'DuckDuckGo', 'search'],
  ['GoogleAgent-Mariner', 'Google', 'agent'],
  ['AhrefsBot', 'Ahrefs', 'seo'],
  ['SemrushBot', 'Semrush', 'seo'],
  ['facebookexternalhit', 'Meta', 'preview'],
  ['Twitterbot', 'X', 'preview'],
  ['UptimeRobot', 'UptimeRobot', 'monitor'],
])('%s is of %s, for %s, in any case', (...expected) => {
  const [name] = expected;
  for (const written of [name, name.toLowerCase(), name.toUpperCase()])
    for (const userAgent of [written, `${written}/2.1 (+http://x.example)`, compatible(written)])
      expect(who(userAgent)).toEqual(expected);
});

const chrome = (system: string, more: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 ${more}`;
const facebook = (more: string) => `facebookexternalhit/1.1;${more}`;
const kakao = facebook(' kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984');
const seoKicks = 'Mozilla/5.0 (compatible; SEOkicks; +https://www.seokicks.de/robot.html)';
const iMessage = `${chrome('Macintosh', 'Safari/601.2.4')} ${facebook('').slice(0, -1)} Facebot Twitterbot/1.0`;
const asPhone = compatible('Googlebot').replace('KHTML', 'Linux; Android 6.0.1; Nexus');
const [nova, agentOfFoo] = ['Agent-NovaAct/0.9', 'https://www.foo.example/agent'];

test.each([
  ['the list of others names it', 'curl/8.5.0', ['curl', '', 'other']],
  ['and says its purpose', seoKicks, ['SEOkicks', '', 'seo']],
  ['no list names it', compatible('MysteryBot'), ['MysteryBot', '', 'other']],
  ['only its address shows that it is none', 'Foo/1.0 (+https://foo.example)', ['Foo', '', 'other']],
  ['only its form does', 'Mozilla/5.0 (compatible; xAI-Grok/1.0)', ['xAI-Grok', '', 'other']],
  ['only its address says who it is', chrome('Windows NT 10.0', agentOfFoo), ['foo.example', '', 'other']],
  ['it says nothing', '', ['', '', 'other']],
  ['its name is of 10 kB', `${'x'.repeat(10_000)}bot/1.0`, ['x'.repeat(100), '', 'other']],
  ['its name has control characters', 'Ev\u0000il\u0007bot/1.0', ['Evilbot', '', 'other']],
  ['it pretends to be a phone', asPhone, ['Googlebot', 'Google', 'search']],
  ['it uses the names of others, as the previews of iMessage do', iMessage, ['iMessage', 'Apple', 'preview']],
  ['or begins with one, as those of KakaoTalk do', kakao, ['kakaotalk-scrap', 'Kakao', 'preview']],
  ['and LINE', facebook('line-poker/1.0'), ['line-poker', 'LINE', 'preview']],
  ['it drives a browser', chrome('X11', `Safari/537.36 ${nova}`), ['Agent-NovaAct', 'Amazon', 'agent']],
  ['a browser is none', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', null],
  ['nor a phone named like one', chrome('Linux; Android 7.0; CUBOT X18', 'Mobile Safari/537.36'), null],
])('%s', (_, userAgent, expected) => {
  expect(who(userAgent)).toEqual(expected);
});

test.each<[string, string, boolean | null]>([
  ['GPTBot', '132.196.86.1', true],
  ['GPTBot', anywhere, false],
  ['ChatGPT-User', '132.196.86.1', false],
  ['Googlebot', '66.249.66.1', true],
  ['Googlebot', '2001:4860:4801:10::1', true],
  ['Googlebot', '', false],
  ['Bingbot', '157.55.39.1', true],
  ['Applebot', '17.166.150.1', true],
  ['PerplexityBot', '107.20.236.150', true],
  ['GoogleOther', '66.249.68.4', true],
  ['GoogleOther-Image', '66.249.79.237', true],
  ['Google-InspectionTool', '66.249.68.6', true],
  ['Google-CloudVertexBot', '66.249.66.1', true],
  ['Storebot-Google', '66.249.79.197', true],
  ['AdsBot-Google', '66.249.92.100', true],
  ['Google-Safety', '66.249.92.100', true],
  ['Google-Safety', '66.249.66.1', false],
  ['Google-Read-Aloud', '66.249.88.162', true],
  ['OAI-AdsBot', anywhere, null],
  ['ClaudeBot', anywhere, null],
  ['DuckAssistBot', anywhere, null],
  ['MysteryBot', anywhere, null],
  ['Chrome-Lighthouse', anywhere, null],
  ['SkypeUriPreview', anywhere, null],
])('%s from %s: verified is %s', (name, ip, verified) => {
  expect(whoIs(compatible(name), ip)?.verified).toBe(verified);
});

test('each file of addresses says where and when it was published', () => {
  for (const [, { source, fetched, networks }] of publishedRanges) {
    expect(source).toMatch(/^https:\/\//);
    expect(fetched).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(networks.length).toBeGreaterThan(0);
  }
});

const isDatacentre = datacentres();
test.each([
  ['a server of AWS', '3.5.140.2', true],
  ['of Azure', '2603:1000:4::1', true],
  ['of Hetzner', '78.46.0.1', true],
  ['a line at home', '84.112.0.1', false],
  ['a phone of an operator that has a hosting company', '37.160.0.1', false],
  ['a crawler outside clouds', '66.249.66.1', false],
  ["Cloudflare's network, as people use its VPN", '104.28.0.1', false],
  ["Apple's relay", '172.224.224.1', false],
  ['an address of documentation', '203.0.113.9', false],
  ['no address', '', false],
])('%s, %s, is in a data centre: %s', (_, ip, expected) => {
  expect(isDatacentre(ip)).toBe(expected);
});

test('each list of data centres says where and when it was published', () => {
  const parts = lists.split('\n# ');
  expect(parts).toHaveLength(12);
  for (const part of parts)
    expect(part).toMatch(/^(# )?[a-z]+ 20\d\d-\d\d-\d\d https:\/\/\S+\n[\da-f:.]+\/\d+\n/);
});

test('an operator has the sources that ingest names', () => {
  const names = new Set(Object.values(knownHosts).flatMap(Object.keys));
  expect([...sourcesOfOperators.values()].flat().filter((source) => !names.has(source))).toEqual([]);
});

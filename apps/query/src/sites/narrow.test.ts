import { narrow, siteBindings } from './narrow.ts';

const sql = `select (site_id, session_id) as session
from sessions
where site_id in {sites:Array(String)}
  and (site_id, session_hour, session_id) in (
      select
          site_id, session_hour,
          session_id
      from changed_sessions
  )
group by
    site_id,
    session`;

test('SQL about several sites stays as it is written', () => {
  const sites = { ids: ['a', 'b'], every: false };
  expect(narrow(sql, sites)).toBe(sql);
  expect(siteBindings(sites, false)).toEqual({ site_id: 'a', sites: ['a', 'b'], one_row_a_bucket: false });
});

test('of one site, sessions are identified by their id alone', () => {
  const sites = { ids: ['a'], every: true };
  const ofOne = sql
    .replace('site_id in {sites:Array(String)}', 'site_id = {site_id:String}')
    .replaceAll('(site_id, session_', '(session_')
    .replace('site_id, session_hour,', 'session_hour,');
  expect(narrow(sql, sites)).toBe(ofOne);
  expect(siteBindings(sites, false)).toEqual({ site_id: 'a', sites: ['a'], one_row_a_bucket: true });
});

test('every site is not listed', () => {
  const sites = { ids: ['a', 'b'], every: true };
  expect(narrow(sql, sites)).toBe(sql.replace('site_id in {sites:Array(String)}', "site_id != ''"));
  expect(siteBindings(sites, false)).toMatchObject({ sites: [], one_row_a_bucket: false });
});

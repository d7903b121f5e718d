import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

describe('the path', () => {
  const at = { site_id: 'odd' };
  const odd = [
    ...['/', '/a/b', '/ü/日本😀', '/a b', '/%2F', '/100%', '/a?b#c', "/it's"],
    ...['/{page_path:String}', '/"\\'],
  ];

  beforeAll(() => service.insert(odd.map((page_path) => seen(hoursAgo(1), { ...at, page_path }))));

  test.each([
    ...odd.map((path) => [encodeURIComponent(path), path]),
    ['%2Fa%2Fb%2F%2F', '/a/b'],
    ['a%2Fb', '/a/b'],
    ['%2F%2F', '/'],
    ['%2f%61%2fb', '/a/b'],
    ['%252F', '/%2F'],
  ])('%s is %s', async (segment, page_path) => {
    expect(await service.data(`/pages/${segment}/engagement`, at)).toMatchObject({ page_path, views: 1 });
  });

  test.each(['%', '%2', '%zz', '%E0%A4%A', '%ff'])('%s is malformed', async (segment) => {
    const { status, body } = await service.report(`/pages/${segment}/engagement`);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } });
  });

  test.each(['/pages/a/b/engagement', '/pages//engagement', '/pages/%2Fa'])(
    'there is nothing at %s',
    async (path) => {
      expect((await service.report(path)).status).toBe(404);
    },
  );
});

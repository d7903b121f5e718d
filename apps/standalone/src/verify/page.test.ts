import { createPage } from './page.ts';

function setUp(isTTY: boolean) {
  let now = 0;
  let written = '';
  const write = (text: string) => {
    written += text;
    return true;
  };
  const page = createPage({ isTTY, write }, () => now);
  return {
    page,
    written: () => written,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('a finding is a line, followed by its differences', () => {
  const { page, written } = setUp(false);
  page.add({ name: 'sessions', compared: '7 ids', differences: [] });
  page.add({ name: 'visitors', compared: '2 ids', differences: ['one', 'two'] });
  expect(written()).toBe(
    'ok       sessions              7 ids\ndiffers  visitors              2 ids\n         - one\n         - two\n',
  );
});

test('a terminal shows progress from the third second on, then erases it', () => {
  const { page, written, wait } = setUp(true);
  page.progress('day 1');
  expect(written()).toBe('');
  wait(2000);
  page.progress('day 2');
  page.progress('day 3');
  page.add({ name: 'sessions', compared: '7 ids', differences: [] });
  expect(written()).toBe('day 2\r     \rday 3\r     \rok       sessions              7 ids\n');
});

test('a file gets no progress lines', () => {
  const { page, written, wait } = setUp(false);
  wait(9000);
  page.progress('day 2');
  expect(written()).toBe('');
});

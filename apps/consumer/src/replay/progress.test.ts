import { createProgress } from './progress.ts';

function steps(isTTY: boolean) {
  let now = 0;
  let written = '';
  const output = {
    isTTY,
    write: (text: string | Uint8Array) => {
      written += text;
      return true;
    },
  };
  const progress = createProgress('messages', 400, output, () => now);
  return {
    after(ms: number, count: number) {
      now += ms;
      progress.add(count);
    },
    end: () => progress.end(),
    written: () => written,
  };
}

test('redraws a line on a terminal, ten times a second at most, and ends it with what was done', () => {
  const { after, end, written } = steps(true);
  for (const ms of [50, 50, 50, 900]) after(ms, 100);
  end();
  end();
  expect(written().split('\r')).toEqual([
    '',
    '200 of 400 messages, 50 %, 2000 a second   ',
    '400 of 400 messages, 100 %, 381 a second   ',
    '400 of 400 messages, 100 %, 381 a second   \n',
  ]);
});

test('writes a line every two seconds elsewhere, and none for what is done sooner', () => {
  const { after, end, written } = steps(false);
  after(1000, 100);
  expect(written()).toBe('');
  after(1000, 100);
  after(1000, 100);
  end();
  expect(written()).toBe('200 of 400 messages, 50 %, 100 a second\n');
});

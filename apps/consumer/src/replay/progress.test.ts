import { createProgress } from './progress.ts';

function steps(isTTY: boolean) {
  const state = { now: 0, written: '' };
  const write = (text: string | Uint8Array) => {
    state.written += text;
    return true;
  };
  const progress = createProgress('messages', 400, { isTTY, write }, () => state.now);
  const after = (ms: number, count: number) => {
    state.now += ms;
    progress.add(count);
  };
  return { state, after, end: progress.end };
}

test('redraws a line on a terminal, ten times a second at most, and ends it with what was done', () => {
  const { state, after, end } = steps(true);
  for (const ms of [50, 50, 50, 900]) after(ms, 100);
  end();
  end();
  expect(state.written.split('\r')).toEqual([
    '',
    '200 of 400 messages, 50 %, 2000 a second   ',
    '400 of 400 messages, 100 %, 381 a second   ',
    '400 of 400 messages, 100 %, 381 a second   \n',
  ]);
});

test('writes a line every two seconds elsewhere, and none for what is done sooner', () => {
  const { state, after, end } = steps(false);
  after(1000, 100);
  expect(state.written).toBe('');
  after(1000, 100);
  after(1000, 100);
  end();
  expect(state.written).toBe('200 of 400 messages, 50 %, 100 a second\n');
});

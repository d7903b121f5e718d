import type { Words } from '../en/en.ts';

export const realtime: Words['realtime'] = {
  about: '直近30分間。4秒ごとに更新されます。',
  rightNow: '現在',
  nobody: '現在、訪問者はいません。',
  nobodyLately: '直近30分間の訪問者はいません。',
  lastHalfHour: '直近30分間',
  byMinute: '1分ごとの訪問者',
  visitors: { one: () => '訪問者、', other: () => '訪問者、' },
  minutesBefore: (minutes) => `−${minutes}分`,
  aMinute: (count) => `1分あたり${count}`,
  inFiveMinutes: { one: () => '5分間の訪問者', other: () => '5分間の訪問者' },
  visitorsNow: '現在の訪問者',
  happening: '最新のページビュー',
  asItHappens: 'ライブ',
  newest: '新しいページビュー',
  today: { unique_visitors: '今日の訪問者', pageviews: '今日のページビュー' },
};

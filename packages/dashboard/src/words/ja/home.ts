import type { Words } from '../en/en.ts';

export const home: Words['home'] = {
  group: 'グループ',
  allGroups: 'すべてのグループ',
  byGroup: 'グループ別',
  silent: (count) => `${count}件が無通信`,
  reportsOfThese: '全体のレポート',
  columns: { name: 'サイト', online: '現在', silence: '最新のping' },
  overThePeriod: '期間内のページビュー',
  trend: '推移',
  noGroup: 'グループなし',
  count: { one: (count) => `${count}サイト`, other: (count) => `${count}サイト` },
  ofGroup: (group) => `（${group}）`,
  noPingsFor: (time) => `pingなし（${time}）`,
};

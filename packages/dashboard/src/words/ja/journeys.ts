import type { Words } from '../en/en.ts';

export const journeys: Words['journeys'] = {
  about: '訪問がページとイベントをたどった道筋。',
  where: '訪問の行き先',
  file: '経路',
  none: 'この期間に、そのような経路の訪問はありません。',
  mostFrequent: (count, total, share) => `${total}経路のうち上位${count}経路から：全訪問の${share}。`,
  percentages: '枠内はこれらの訪問に占める割合です。',
  pageNames: { titles: 'タイトル', paths: 'パス' },
  stepsShown: '表示するステップ',
  from: '起点',
  orTo: 'または終点',
  to: '終点',
  single: '1ページだけの訪問を含む',
  all: 'すべての経路',
  table: '訪問数別の経路',
  journey: '経路',
  flow: '経路の流れ図',
  place: (number) => `${number}番目`,
  others: 'その他',
  left: '離脱',
  notYet: '訪問前',
  stop: (name, visits, share) => `${name}：${visits}、${share}`,
};

export const retention: Words['retention'] = {
  about: '初回訪問の時期別の訪問者と、その後に再び訪れた人数。',
  returning: '再び訪れた訪問者',
  file: 'リテンション',
  cohortsBy: 'コホートの単位',
  inCells: 'セルの数値',
  kinds: { shares: '割合', visitors: '訪問者' },
  nobody: 'この期間に新規の訪問者はいません。',
  table: 'コホート別のリテンション',
  newVisitorsOf: '新規訪問の時期',
  after: {
    day: (number) => `${number}日後`,
    week: (number) => `${number}週後`,
    month: (number) => `${number}か月後`,
  },
  average: '平均',
  noneBefore: {
    day: (day) => `${day}より前の新規訪問者はいません。`,
    week: (week) => `${week}の週より前の新規訪問者はいません。`,
    month: (month) => `${month}より前の新規訪問者はいません。`,
  },
  averageOf: {
    day: '平均は各訪問者を1回ずつ数えます。斜線のセルは、その日がまだ終わっていないため含みません。',
    week: '平均は各訪問者を1回ずつ数えます。斜線のセルは、その週がまだ終わっていないため含みません。',
    month: '平均は各訪問者を1回ずつ数えます。斜線のセルは、その月がまだ終わっていないため含みません。',
  },
  ofVisitors: (count, visitors) => `${visitors}のうち${count}人`,
};

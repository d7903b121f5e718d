import type { Words } from '../en/en.ts';

export const setup: Words['setup'] = {
  title: 'サイトの設定',
  noNumbers: (site) => `${site}の数値はありません`,
  whyNone:
    'まだ誰も訪れていないか（最初の訪問があるとここに数値が表示されます）、キーの対象に含まれていません。',
  keyCovers: (sites) => `キーの対象：${sites}。`,
  notCountedYet: (site) => `${site}への訪問はまだ計上されていません`,
  noPings: (site) => `${site}からのpingはまだありません`,
  nameOfSite: 'サイトのID',
  nameForm: '英数字と`. _ -`',
  paste: 'この行を各ページの`<head>`に貼り付けてください：',
  onLocalhost: 'localhostでは`data-local`を付けてください。',
  enterName: 'IDを入力すると、行が表示されます。',
  waiting: '最初のpingを待っています。サイトのページを開くと、すぐここに表示されます。',
  waitingToCount: '計上される最初のpingを待っています。サイトのページを開くと、すぐここに表示されます。',
  openPage: 'サイトのページを開くと、最初のpingがすぐここに表示されます。',
  orTry: '[デモページ](demo)でも試せます。自身への訪問をサイト`blog`として数えます。',
  notCounted: '計上対象外',
  arrived: {
    one: (count) => `過去30日間に${count}件のpingが届きましたが、計上されていません：`,
    other: (count) => `過去30日間に${count}件のpingが届きましたが、計上されていません：`,
  },
  dropped: (count, reason) => `${count}件を除外：${reason}。`,
  refused: (count) => `${count}件をデータベースが拒否。`,
  seeLog: '理由はコンシューマーのログにあります。',
};

export const dropped: Words['dropped'] = {
  names: {
    bot: 'ボット',
    spam_referrer: 'リファラースパム',
    excluded_ip: '除外アドレス',
    excluded_path: '除外ページ',
    foreign_host: '他のホスト',
    unknown_site: '未知のサイト',
    forgotten: '削除済み',
    gpc: 'プライバシー要求',
    datacentre: 'データセンター',
  },
  cures: {
    bot: 'クローラー、自動テスト、プレビューは数えません。通常のブラウザーでページを開いてください。',
    spam_referrer: 'リファラースパムで知られるサイトから来ています。ページを直接開いてください。',
    excluded_ip: '送信元のアドレスが設定で除外されています。別のネットワークからページを開いてください。',
    excluded_path: 'サイトファイルがこれらのページを除外しています。サイトの別のページを開いてください。',
    foreign_host:
      'サイトファイルにあるサイトのホストに、このページのホストがありません。"hosts"に追加してください。',
    unknown_site:
      'サービスはサイトファイルにあるサイトだけを受け付けます。このサイトをファイルに追加してください。',
    forgotten: '一度計上されましたが、その後データが削除されました。',
    gpc: '訪問者のブラウザーがプライバシー保護（Global Privacy Control）を求めており、設定がそれに従っています。',
    datacentre:
      '多くのボットと同じく、クラウドやホスティング会社のネットワークから来ています。設定がこれらを除外しています。',
  },
};

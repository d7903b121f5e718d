import type { Words } from '../en/en.ts';

export const access: Words['access'] = {
  newKey: '新しいキー',
  forWhom: '使う人または用途',
  makeKey: 'キーを作成',
  keyMade: (name) => `${name}のキー。表示は今回限りです。今すぐコピーしてください。`,
  linkWith: 'このキーでログインするリンク：',
  keys: 'キー',
  noKeys: 'キーはまだありません。サービス自体のキー`API_KEY`は一覧に含まれません。',
  validFor: '有効期間',
  lifetimes: { 7: '7日', 30: '30日', 90: '90日', 365: '1年', never: '無期限' },
  itMay: '権限',
  rights: {
    read: 'レポートの閲覧',
    export: 'すべての訪問とページビューのダウンロード',
    personal: 'ダウンロードでの訪問者アドレスの閲覧',
    send: 'サーバーからのping送信',
    annotate: '注釈の記入',
    manage: 'サイトとキーの変更',
  },
  allSites: 'すべてのサイト（今後追加されるものも含む）',
  allOf: (group) => `${group}のすべて`,
  without: (site) => `${site}を除く`,
  allKeys: 'すべてのキー',
  columns: { name: '名前', sites: 'サイト', rights: '権限', expires: '有効期限', used: '最終使用' },
  yours: 'あなたのキー',
  expired: '期限切れ',
  noUse: '使用記録なし',
  revoke: '取り消す',
  revokeKey: (name) => `${name}を取り消す`,
  reallyRevoke: (name) => `キー「${name}」を取り消しますか？以後、このキーでは誰もログインできません。`,
  reallyRevokeOwn: (name) =>
    `キー「${name}」を取り消しますか？以後、このキーでは誰もログインできません。現在このキーでログインしているため、ログアウトされます。`,
  revoked: (name) => `キー「${name}」を取り消しました。`,
};

export const share: Words['share'] = {
  thisView: 'この表示',
  whoSees: 'このサイトのキーを持つ人は、あなたと同じ表示を見られます。',
  withoutKey: 'キーを持たない人へのリンク',
  whatItDoes:
    'リンクを持つ人はこのサイトを閲覧でき、変更はできません。「アクセス権」ページに一覧表示され、取り消せます。',
  notHere: 'サイトとキーを変更できるキーで、サイトを開いてください。',
  forWhom: '使う人',
  makeLink: 'リンクを作成',
  linkMade: (name) => `${name}のリンク。表示は今回限りです。今すぐコピーしてください。`,
  inFrame: '設定`EMBED_ORIGINS`に含まれる自分のページに埋め込む場合：',
  frameTitle: (site) => `${site}の訪問者`,
};

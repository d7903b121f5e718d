import type { Words } from '../en/en.ts';

export const manage: Words['manage'] = {
  settings: '設定',
  settingsOf: (site) => `${site}の設定`,
  about: {
    settings: 'サイトの名前、数える対象、閲覧者が名前で見つけられるもの。',
    access: '人とプログラムのキー：それぞれが見られる範囲と期限。',
    alerts: 'サイトで何かが起きたときのメールとメッセージ。',
  },
  notAllowed: 'このキーではサイトとキーを変更できません。',
  oneSite: '設定はサイトごとです。上で選んでください。',
  readOnly: 'ここでは閲覧のみで、変更はできません。',
  changeThere: '変更できるのは、このサービスの運用者だけです。',
  newSite: '新しいサイト',
  addSite: 'サイトを追加',
  saved: '保存しました。',
  notSaved: 'まだ保存していません。',
  nthEntry: (number) => `${number}番目の項目`,
  excluded: '計上しないもの、保存するもの',
  storageAsSet: 'サービスの設定に従う',
  storages: { full: '完全', truncated: '一部省略', none: '保存しない' },
  members: {
    id: ['ID', 'アドレスとページ用の行で使います：英数字と . _ -'],
    name: ['名前', 'サイトの呼び名。'],
    group: ['グループ', '同じグループのサイトは、まとめて閲覧、共有できます。'],
    timezone: ['タイムゾーン', 'サイトの1日は、その時間帯の午前0時に始まります。'],
    hosts: ['ホスト', '1行に1つ。例：blog.example、*.blog.example。ほかのホストのpingは除外します。'],
    goals: ['目標', 'コンバージョンとして数えるもの。'],
    funnels: ['ファネル', '2～10ステップ、1行に1つ。例：page:/cart。「ファネル」ページでも保存できます。'],
    segments: ['セグメント', 'すべてを満たすフィルター、1行に1つ。例：country:DE、page~/blog/。'],
    'exclude.addresses': ['計上しないアドレス', '1行に1つ。例：192.0.2.1、10.0.0.0/8。'],
    'exclude.paths': ['計上しないページ', '1行に1つ。例：/admin/*。*は任意の文字列です。'],
    retention_days: ['保存日数', 'それより古いものは1日以内に完全に削除します。空欄：削除しません。'],
    ip_storage: ['訪問者のアドレス', ''],
    query_parameters: ['ページの一部とするパラメーター', '1行に1つ。ほかはアドレスから取り除きます。'],
    questions: ['質問', ''],
    channels: ['チャネル', ''],
  },
};

export const rows: Words['rows'] = {
  goals: { new: '新しい目標', nth: (number) => `目標${number}` },
  funnels: { new: '新しいファネル', nth: (number) => `ファネル${number}` },
  segments: { new: '新しいセグメント', nth: (number) => `セグメント${number}` },
  isEmpty: '内容を指定するか、名前を消してください。',
  isNameless: '名前が必要です。',
  nameOf: (row) => `${row}：名前`,
};

export const conflict: Words['conflict'] = {
  title: '他の人による変更',
  somebodyElse: '別の人が、その間にこれを変更しました。',
  choose: 'あなたの変更はまだ保存されていません。どちらを残すか選んでください。',
  yours: 'あなた：',
  theirs: '別の人：',
  save: 'この選択で保存',
};

export const tag: Words['tag'] = {
  title: 'ページ用の行',
  paste: '各ページの`<head>`に貼り付けてください。ここには保存されません。選んでコピーしてください。',
  automatic: '自動で送るイベント',
  events: {
    outbound: '外部サイトへのリンクのクリック',
    downloads: 'ファイルのダウンロード',
    forms: 'フォームの送信',
    'not-found': '見つからないページ',
  },
  options: {
    vitals: 'ページの速さを測る（ウェブに関する主な指標）',
    cookieless: 'ブラウザーに何も保存しない',
    dnt: '拒否した訪問者を除く（Do Not Track）',
    hash: '#以降を別のページとして扱う',
    local: 'テスト用にlocalhostでも数える',
  },
};

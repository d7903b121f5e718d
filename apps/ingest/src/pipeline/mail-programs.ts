/**
 * Programs that fetch the pictures of a mail for its reader: the proxies of Gmail, Yahoo, Seznam, Mail.ru and others say so, Apple's is
 * `Mozilla/5.0` and nothing else, and Outlook and others have their names, which mostly end in `mail`.
 */
const mailProgram =
  /(?:image|mail|img)[\w .-]*proxy|proxy[\w .-]*(?:image|mail)|ggpht\.com|YandexImageResizer|^Mozilla\/5\.0$|(?:outlook|mail)\b|\b(?:ms-?office|thunderbird|mailspring|mailmate|superhuman|eM Client|postbox|evolution)\b/i;
const crawler = /bot\b|crawl|spider/i;

export const isMailProgram = (userAgent: string) => mailProgram.test(userAgent) && !crawler.test(userAgent);

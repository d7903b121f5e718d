/**
 * Programs that fetch the pictures of a mail for its reader: the proxies of Gmail, Yahoo, Seznam, Mail.ru and others say so, Apple's is
 * `Mozilla/5.0` and nothing else, and Outlook and others have their names.
 */
const mailProgram =
  /(?:image|mail|img)[\w .-]*proxy|proxy[\w .-]*(?:image|mail)|ggpht\.com|^Mozilla\/5\.0$|\bOutlook\b|\bms-office\b|\bMSOffice\b|\bThunderbird\b|\b(?:airmail|fastmail|qqmail|eM Client|postbox)\b/i;
const crawler = /bot\b|crawl|spider/i;

export const isMailProgram = (userAgent: string) => mailProgram.test(userAgent) && !crawler.test(userAgent);

// Whether a user agent is a program's: a crawler, a preview, a monitor. People in apps are none, though the name of an app of news has "news" in it, and
// those of some others a word of crawlers too.
import { createIsbotFromList, isbot, list } from 'isbot';

/** Such apps sell ads, so who clicked on one reads the shop's page in it. */
const IN_NEWS_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SmartNews/24.5.0';
/** By the patterns of isbot's list that match no such app. */
const isBotByOtherPatterns = createIsbotFromList(list.filter((pattern) => !new RegExp(pattern, 'i').test(IN_NEWS_APP)));
/** Apps for people, by whose words isbot 5.2.3 knows programs too: "sogou", "google", and a word between semicolons at the end. */
const APPS = /\bSogouSearch Android|\bGoogleLens\/|\bimoAndroid\/.*$/;
/** A phone's or tablet's own view of the web, which apps show pages in. */
const ON_PHONE = /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux; (?:U; )?Android)\b.*\bAppleWebKit\/.*\bMobile\b/;

export const isBot = (userAgent: string): boolean =>
  ON_PHONE.test(userAgent) ? isBotByOtherPatterns(userAgent.replace(APPS, '')) : isbot(userAgent);

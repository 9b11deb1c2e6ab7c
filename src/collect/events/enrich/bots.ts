// Whether a user agent is a program's: a crawler, a preview, a monitor. People in the apps of news are none, though those have "news" in their names.
import { createIsbotFromList, isbot, list } from 'isbot';

/** Such apps sell ads, so who clicked on one reads the shop's page in it. */
const IN_NEWS_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SmartNews/24.5.0';
/** By the patterns of isbot's list that match no such app. */
const isBotByOtherPatterns = createIsbotFromList(list.filter((pattern) => !new RegExp(pattern, 'i').test(IN_NEWS_APP)));
/** A phone's or tablet's own view of the web, which apps show pages in. */
const ON_PHONE = /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux; (?:U; )?Android)\b.*\bAppleWebKit\/.*\bMobile\b/;

export const isBot = (userAgent: string): boolean =>
  ON_PHONE.test(userAgent) ? isBotByOtherPatterns(userAgent) : isbot(userAgent);

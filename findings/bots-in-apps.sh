#!/usr/bin/env bash
# Lists of bots take people who read a shop's page in Google Lens, Sogou, SmartNews, imo or Viber for crawlers: five of eight apps by one list, two by another.
#
# Packages: isbot 5.2.3, crawler-user-agents 1.60.0 and device-detector-js 3.0.3 of npm.
# Behaviour: an app opens a link in a view of its own, whose user agent is that of the phone with the app's name behind it. isbot compares words: "google"
# but for a few names, "sogou", "news" but for Microsoft's, and a word between semicolons at the end, which imo writes (the clock of the processor).
# crawler-user-agents has the spider of Sogou and the preview of links of Viber by these names alone. device-detector-js takes no app for a bot, and
# knows the crawlers.
# Consequence: visits from apps that sell ads or search by picture are dropped as traffic of bots, with their campaigns; the platform shows the clicks,
# and the tracker none.
# Right: the names are as Matomo's device-detector has them for apps of people (Tests/Parser/Client/fixtures/mobile_app.yml); those of SmartNews and
# Viber are as published lists of agents have them. Viber's preview of links is the bare word Viber.
# Output seen on 2026-12-01 with Node 20.20: the ten lines of expected.txt below, as `Google Lens | bot | - | -`.
# usage: bash findings/bots-in-apps.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error isbot@5.2.3 crawler-user-agents@1.60.0 device-detector-js@3.0.3 >/dev/null

cat >read.cjs <<'JS'
const crawlers = require('crawler-user-agents');
const BotDetector = require('device-detector-js/dist/parsers/bot');
const { isbot } = require('isbot');

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; M2004J19C Build/QP1A.190711.020; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.3987.99 Mobile Safari/537.36';

/** Apps, and two crawlers with the same words. */
const AGENTS = {
  'Google Lens': `${IPHONE} GoogleLens/303.0 Mobile/21C66 Safari/604.1 [WebViewInline]`,
  'Google app': `${IPHONE} GSA/370.0.766327671 Mobile/21C66 Safari/604.1`,
  'Sogou app': `${ANDROID} SogouSearch Android1.0 version3.0 AppVersion/6002`,
  SmartNews: `${IPHONE} Mobile/21C66 SmartNews/24.5.0`,
  SohuNews: `${IPHONE} Mobile/21C66 JsKit/1.0 (iOS) /SohuNews SohuNews/5.9.2`,
  imo: `${ANDROID} imoAndroid/2020.07.3051; 10; REL; M2004J19C; Redmi; play; phone; arm64-v8a; galahad; 2000MHz;`,
  Viber: `${ANDROID} Viber/16.5.0.18`,
  Instagram: `${IPHONE} Mobile/21C66 Instagram 383.0.0.28.83 (iPhone15,2; iOS 17_2_1; de_DE; de; scale=3.00; 1179x2556; 742217543)`,
  Googlebot: `${ANDROID} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  "Sogou's spider": 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
};

const lists = [
  isbot,
  (agent) => crawlers.some(({ pattern }) => new RegExp(pattern).test(agent)),
  (agent) => new BotDetector().parse(agent) !== null && new BotDetector().parse(agent) !== undefined,
];
for (const [name, agent] of Object.entries(AGENTS)) console.log([name, ...lists.map((isBot) => (isBot(agent) ? 'bot' : '-'))].join(' | '));
JS

cat >expected.txt <<'TEXT'
Google Lens | bot | - | -
Google app | - | - | -
Sogou app | bot | bot | -
SmartNews | bot | - | -
SohuNews | bot | - | -
imo | bot | - | -
Viber | - | bot | -
Instagram | - | - | -
Googlebot | bot | bot | bot
Sogou's spider | bot | bot | bot
TEXT

node read.cjs >actual.txt
echo 'user agent | isbot | crawler-user-agents | device-detector-js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'

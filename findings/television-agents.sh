#!/usr/bin/env bash
# A reader of user agents has televisions for phones, tablets and desktops, unless Samsung or LG made them, and a console for a desktop.
#
# Packages: bowser 2.15.1, ua-parser-js 2.0.10 and device-detector-js 3.0.3 of npm.
# Behaviour: a television says what it is beside its system: HbbTV with a version (ETSI TS 102 796), CrKey where it receives Google Cast, a model that begins
# with AFT (Amazon's page on user agents of Fire TV) or the maker's model. bowser looks for the marks of two makers; all others are what their system suggests:
# a phone with Mobile in it, a tablet on Android without, a desktop on Linux or Windows. The two others have each of them.
# Consequence: visits from advertising on connected televisions are in the rates of phones, tablets and desktops, and of a campaign that runs on televisions
# no visit is of one.
# Output seen on 2026-12-01 with Node 20.20: the eight lines of expected.txt below, as `HbbTV | desktop | smarttv | television`.
# usage: bash findings/television-agents.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error bowser@2.15.1 ua-parser-js@2.0.10 device-detector-js@3.0.3 >/dev/null

cat >read.cjs <<'JS'
const bowser = require('bowser');
const DeviceDetector = require('device-detector-js');
const { UAParser } = require('ua-parser-js');

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const AGENTS = {
  Samsung: `Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) ${WEBKIT} 108.0.5359.1/8.0 TV Safari/537.36`,
  LG: `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/108.0.5359.211 Safari/537.36 WebAppManager`,
  HbbTV: `Mozilla/5.0 (Linux; U; Linux; en) ${WEBKIT} Chrome/88.0.4324.27 Safari/537.36 HbbTV/1.6.1 (+DRM; Panasonic; Viera2023; 1.0; 1.0; )`,
  'Google Cast': `Mozilla/5.0 (X11; Linux armv7l) ${WEBKIT} Chrome/123.0.6312.133 Safari/537.36 CrKey/1.56.500000`,
  'Google Cast on Android': `Mozilla/5.0 (Linux; Android 12.0; Build/STTL.240508.005) ${WEBKIT} Chrome/114.0.5735.196 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV`,
  'Fire TV': `Mozilla/5.0 (Linux; Android 9; AFTSSS Build/PS7285.2877N; wv) ${WEBKIT} Version/4.0 Chrome/96.0.4664.92 Mobile Safari/537.36`,
  'Sony Bravia': `Mozilla/5.0 (Linux; Android 8.0.0; BRAVIA 4K UR2 Build/OPR2.170623.027.S63; wv) ${WEBKIT} Version/4.0 Chrome/79.0.3945.93 Mobile Safari/537.36`,
  Xbox: `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${WEBKIT} Chrome/136.0.0.0 Safari/537.36 Edg/136.0.0.0`,
};

const detector = new DeviceDetector();
for (const [name, agent] of Object.entries(AGENTS))
  console.log([name, bowser.parse(agent).platform.type, UAParser(agent).device.type, detector.parse(agent).device?.type].join(' | '));
JS

cat >expected.txt <<'TEXT'
Samsung | tv | smarttv | television
LG | tv | smarttv | television
HbbTV | desktop | smarttv | television
Google Cast | desktop | smarttv | television
Google Cast on Android | tablet | smarttv | television
Fire TV | mobile | smarttv | television
Sony Bravia | mobile | smarttv | television
Xbox | desktop | console | console
TEXT

node read.cjs >actual.txt
echo 'device | bowser | ua-parser-js | device-detector-js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'

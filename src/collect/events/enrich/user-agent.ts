// Device, browser and operating system of a user agent, and whether it is a bot. Apps that show pages in a browser of
// their own (Instagram, TikTok, …) are named after the app: that is where the visitor was.
import Bowser from 'bowser';
import { BoundedMap } from '../../../base/kit/bounded-map.ts';
import { isBot } from './bots.ts';

export interface Agent {
  device?: Device;
  browser?: string;
  os?: string;
  isBot: boolean;
}

/** First match wins: an app's name is beside that of the engine it borrows. */
const IN_APP_BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona\b/, 'Threads'],
  [/\bFB(?:AN|AV|IOS|_IAB)\b|\[FB/, 'Facebook'],
  [/\b(?:musical_ly|BytedanceWebview|trill|TikTok)/i, 'TikTok'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bPinterest(?:\/| for )/, 'Pinterest'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bTwitter(?: for |Android|\/)/, 'X'],
  [/\bReddit\//, 'Reddit'],
  [/\bMicroMessenger\//i, 'WeChat'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
  [/\bLine\/\d/, 'LINE'],
  [/\bTelegram-Android\b|\bTelegramBot\b/, 'Telegram'],
  [/\bGSA\/\d/, 'Google app'],
  [/\bGoogleLens\/\d/, 'Google Lens'],
  [/\bSogouSearch Android/, 'Sogou app'],
  [/\bimoAndroid\/\d/, 'imo'],
  [/\bYJApp-/, 'Yahoo! JAPAN app'],
  [/\bBingSapphire\//, 'Bing app'],
  [/\bNewsSapphire\//, 'Microsoft Start'],
  [/\bSmartNews\b/, 'SmartNews'],
  [/\bnewsbreak\//i, 'NewsBreak'],
];

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
type Device = (typeof DEVICES)[number];

/** First match wins. HarmonyOS names the kind itself, and says "Mobile" of each (Huawei's guide to ArkWeb's user agent). */
const BY_SYSTEM: readonly (readonly [RegExp, Device])[] = [
  [/^Mozilla\/5\.0 \((?:Windows NT |Macintosh\b(?!.*\bMobile\/)|X11;|PC; OpenHarmony\b)/, 'desktop'],
  [/^Mozilla\/5\.0 \(Phone; OpenHarmony\b/, 'mobile'],
  [/^Mozilla\/5\.0 \(Tablet; OpenHarmony\b/, 'tablet'],
  [/^Mozilla\/5\.0 \((?:iPhone|iPod)\b/, 'mobile'],
  [/^Mozilla\/5\.0 \(iPad\b/, 'tablet'],
  [/^Mozilla\/5\.0 \(Linux; (?:U; )?Android\b.*\bMobile\b/, 'mobile'],
  [/^Mozilla\/5\.0 \(Linux; (?:U; )?Android\b/, 'tablet'],
];

/** Televisions and consoles, which are none of the three: by their own marks, as many have the system of a phone or a desktop. */
const ON_TELEVISION = /\bHbbTV\/|\bCrKey\/|\bS(?:MART|mart)-?TV\b|\bAndroid TV\b|\bBRAVIA\b|; AFT[A-Z]\w* Build\/|\bXbox\b/;

/**
 * Bowser 2.15.0 takes each agent with "yahoo" for a bot's, which that of Yahoo! JAPAN's app has, and each with "huawei" for a phone's, as the browser on a
 * desktop and a tablet; of a Chromebook it says nothing, and it knows televisions of two makers.
 */
function deviceOf(text: string, said: string | undefined): Device | undefined {
  if (said === 'tv' || ON_TELEVISION.test(text)) return undefined;
  const ofSystem = BY_SYSTEM.find(([pattern]) => pattern.test(text))?.[1];
  return ofSystem ?? DEVICES.find((device) => device === said);
}

const agents = new BoundedMap<Agent>(10_000);

/** Servers of Microsoft write their logs with a plus for each space. */
const withSpaces = (text: string): string => (/^Mozilla\/\d\.\d\+\(\S*$/.test(text) ? text.replaceAll('+', ' ') : text);

function parseAgent(said: string): Agent {
  const text = withSpaces(said);
  const parsed = Bowser.parse(text);
  const inApp = IN_APP_BROWSERS.find(([pattern]) => pattern.test(text));
  const browser = inApp?.[1] ?? parsed.browser.name;
  const device = deviceOf(text, parsed.platform.type);
  return {
    ...(device === undefined ? {} : { device }),
    ...(browser ? { browser } : {}),
    ...(parsed.os.name ? { os: parsed.os.name } : {}),
    isBot: isBot(text),
  };
}

/** Device, browser and system of a user agent; parsed once per text. */
export const agentOf = (text: string): Agent => agents.get(text, parseAgent);

// Device, browser and operating system of a user agent, and whether it is a bot. Apps that show pages in a browser of
// their own (Instagram, TikTok, …) are named after the app: that is where the visitor was.
import Bowser from 'bowser';
import { BoundedMap } from '../../../base/kit/bounded-map.ts';
import { isBot } from './bots.ts';

export interface Agent {
  device?: 'desktop' | 'mobile' | 'tablet';
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
  [/\bSmartNews\b/, 'SmartNews'],
  [/\bnewsbreak\//i, 'NewsBreak'],
];

const DEVICES = new Set(['desktop', 'mobile', 'tablet']);

const agents = new BoundedMap<Agent>(10_000);

/** Servers of Microsoft write their logs with a plus for each space. */
const withSpaces = (text: string): string => (/^Mozilla\/\d\.\d\+\(\S*$/.test(text) ? text.replaceAll('+', ' ') : text);

function parseAgent(said: string): Agent {
  const text = withSpaces(said);
  const parsed = Bowser.parse(text);
  const inApp = IN_APP_BROWSERS.find(([pattern]) => pattern.test(text));
  const browser = inApp?.[1] ?? parsed.browser.name;
  const device = parsed.platform.type;
  return {
    ...(device !== undefined && DEVICES.has(device) ? { device: device as NonNullable<Agent['device']> } : {}),
    ...(browser ? { browser } : {}),
    ...(parsed.os.name ? { os: parsed.os.name } : {}),
    isBot: isBot(text),
  };
}

/** Device, browser and system of a user agent; parsed once per text. */
export const agentOf = (text: string): Agent => agents.get(text, parseAgent);

// The tracker's settings: a parameter that the service puts before the code, or the attribute `data-settings` of a pinned script.

import { page } from './browser.ts';

export interface TrackerSettings {
  /** The profile's public key. */
  key: string;
  /** Nothing is stored or sent before the page says that the visitor agrees. */
  consent?: boolean;
  /** Global Privacy Control is a refusal. */
  gpc?: boolean;
  /** A change of the address behind `#` is a page view. */
  hash?: boolean;
  /** Days that the browser's id is kept after the last page. */
  days: number;
  /** The service is on the site's own host and has just set the id's cookie again, if there was one. */
  renewed?: boolean;
  /** The site's own hosts: a link to one of them, or below it, does not lead outside. */
  own?: string[];
}

declare global {
  /** The wrapper's parameter: absent for a pinned script. */
  var __settings: TrackerSettings | undefined;
}

const script = page.currentScript as HTMLScriptElement | null;

/** TRICKY: a script without the attribute has nothing to parse, throws, and does nothing. */
export const trackerSettings: TrackerSettings = __settings ?? JSON.parse(script?.dataset['settings'] as string);

/** TRICKY: beside the script as the browser requested it, so that a proxy on the site's own host is found on its own. */
export const collectUrl = new URL(script?.dataset['collect'] ?? 'collect', script?.src ?? location.href);

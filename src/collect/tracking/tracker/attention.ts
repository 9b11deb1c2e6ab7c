// The visitor's attention: seconds count while the page is visible and some input came within the last quarter of a minute; and the depth of
// scrolling.
import { on, page, view } from './browser.ts';

const IDLE_MS = 15_000;

let engagedMs = 0;
let since = 0;
let until = 0;
let deepest = 0;

/** Counts up to now; from here on, this long without a sign of life still counts. */
function tick(allowed: number): void {
  const now = Date.now();
  // A clock that was set cannot make more of it than it is.
  engagedMs += Math.max(0, Math.min(now, until) - since);
  since = now;
  until = now + allowed;
}

const scrolled = (): void => {
  const { scrollHeight } = page.documentElement;
  deepest = Math.max(deepest, Math.min(100, Math.round(((view.scrollY + view.innerHeight) / scrollHeight) * 100)));
};

export function watch(): void {
  const alive = (): void => tick(page.hidden ? 0 : IDLE_MS);
  alive();
  // A wheel or a finger that moves the page is heard as its scrolling: listeners of their own would hold that up.
  on(view, 'pointerdown pointermove keydown focus', alive);
  on(page, 'visibilitychange', alive);
  on(page, 'scroll', () => {
    alive();
    scrolled();
  });
}

/** Seconds since the last time this was asked. */
export function takeSeconds(): number {
  tick(page.hidden ? 0 : until - Date.now());
  const seconds = Math.round(engagedMs / 100) / 10;
  engagedMs = 0;
  return seconds;
}

/** Percent of the page that was seen at its deepest. */
export function takeDepth(): number {
  scrolled();
  const depth = deepest;
  deepest = 0;
  return depth;
}

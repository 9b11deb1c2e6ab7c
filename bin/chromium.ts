// Where the tests' browser is. Run on its own, or by bin/check.ts, it installs Debian's when there is none and it may (apt-get, root).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The browser, and letters to write with. */
const PACKAGES = ['chromium', 'fonts-dejavu-core'];
const MISSING =
  'The tests of the console need Chromium: install it (apt-get install chromium), or name one by the variable CHROMIUM.';

/**
 * The popups of an address bar that nobody sees: each window draws two, at more processor time than our pages take. Chromium heeds the last
 * of such lists alone, so the rest is Playwright's.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Headless, and off the network: every activity of the browser's own is off. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

const found = (): string | undefined => {
  const named = process.env['CHROMIUM'];
  return named ? named : PLACES.find((place) => existsSync(place));
};

export function chromiumPath(): string {
  const path = found();
  if (path === undefined) throw new Error(MISSING);
  return path;
}

/** Throws with what to do when there is none and none can be had. */
export function ensureChromium(): void {
  if (found() !== undefined) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(MISSING);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed. ${MISSING}`);
  }
  chromiumPath();
}

if (process.argv[1] === import.meta.filename) ensureChromium();

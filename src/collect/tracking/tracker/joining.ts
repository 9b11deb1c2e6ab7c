// An own piece, added to the tracker where a profile has several domains: a link to another of them carries the visitor. The token is asked for
// when the link is approached, is in the address of the one click, and is gone from the link again. Without an id on the device, as before
// consent and after a refusal, no link is touched.
import { on, page } from './browser.ts';
import { ID, isKept, OUT } from './memory.ts';
import { collectUrl, trackerSettings } from './settings.ts';

/** The service accepts a token for two minutes. */
const FRESH_MS = 100_000;

const tokens: Record<string, { at: number; token?: string }> = {};

const ownOf = (host: string): string | undefined => trackerSettings.own?.find((own) => `.${host}`.endsWith(`.${own}`));

const linkOf = (event: Event): HTMLAnchorElement | undefined => {
  const link = event.composedPath().find((each) => (each as Element).matches?.('a[href]')) as HTMLAnchorElement | undefined;
  const own = link && ownOf(link.hostname);
  const isRefused =
    isKept(OUT) || (trackerSettings.gpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl);
  return own && own !== ownOf(location.hostname) && isKept(ID) && !isRefused ? link : undefined;
};

on(page, 'pointerover pointerdown focusin', (event) => {
  const link = linkOf(event);
  const now = Date.now();
  if (!link || now - (tokens[link.hostname]?.at || 0) < FRESH_MS) return;
  const entry: { at: number; token?: string } = { at: now };
  tokens[link.hostname] = entry;
  const body = JSON.stringify({
    tracking_key: trackerSettings.key,
    anonymous_id: isKept(ID),
    link_to: link.hostname,
    events: [],
  });
  fetch(collectUrl, { method: 'POST', body, headers: { accept: 'application/json' } })
    .then((answer) => answer.json())
    .then(
      ({ data }) => {
        entry.token = data.link_token;
      },
      () => {},
    );
});

on<MouseEvent>(page, 'click auxclick', (event) => {
  const link = linkOf(event);
  const { at = 0, token } = (link && tokens[link.hostname]) || {};
  if (!link || !token || event.button > 1 || Date.now() - at > FRESH_MS) return;
  delete tokens[link.hostname];
  const before = link.getAttribute('href') as string;
  const [address = '', ...anchor] = link.href.split('#');
  link.href = [`${address}${address.includes('?') ? '&' : '?'}svc_t=${token}`, ...anchor].join('#');
  // After the browser has followed it.
  setTimeout(() => link.setAttribute('href', before));
});

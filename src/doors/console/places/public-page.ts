// What pages for anybody share: drawn on the server, without scripts, cookies or anything of another host; counted by day, without anything about the
// visitor. A link to a host that is not verified as the profile's leads through a page that names the host.
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import type { PublicPage } from '../../../account/brand/index.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { isBot } from '../../../collect/events/index.ts';
import { isProvenHost } from '../../../collect/tracking/index.ts';
import { bioStyle } from '../design/bio-style.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { iconPath } from '../design/style-sheet.ts';
import { type Desk, write } from '../kit.ts';

/** Of an address: behind a proxy that the operator has not named it is that of all visitors. */
const VISITS_PER_MINUTE = 1_200;

type Look = Pick<PublicPage, 'theme' | 'branding'>;

/** @throws ApiError `rate_limit_exceeded` */
export function limitVisits(desk: Desk, request: Request, id: 'showBioPage' | 'followShortLink'): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `bio:${desk.addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: VISITS_PER_MINUTE,
  };
  desk.limit(caller, { id, isIntake: false, rateLimit: undefined });
}

/** Whether pages for anybody are on the host of this request. */
export function isPublicHost({ base }: Desk, { headers }: Request): boolean {
  const { publicHost } = base.config;
  return publicHost === undefined || (headers.host ?? '').replace(/:\d+$/, '').toLowerCase() === publicHost;
}

/** Not for who looks ahead or is a known robot. The page is shown also where it cannot be counted, as on a full disk. */
export function countOnce({ base }: Desk, request: Request, { profileId }: { profileId: string }, count: () => void): void {
  const { headers, method } = request;
  const isAhead = /prefetch|preview/i.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`);
  if (method !== 'GET' || isAhead || isBot(headers['user-agent'] ?? '')) return;
  try {
    count();
  } catch (error) {
    base.log.error({ err: error, profile_id: profileId }, 'a view of a public page was not counted');
  }
}

/** To the address with its tags, at once where its host is verified as the profile's. */
export function leadOut(
  { base }: Desk,
  response: Response,
  page: Look & { profileId: string; title: string },
  { url, tagged }: { url: string; tagged: string },
): void {
  const { hostname } = new URL(url);
  if (isProvenHost(base, page.profileId, hostname)) {
    response.redirect(302, tagged);
    return;
  }
  sendPublic(response, page, `To ${hostname}`, [
    h('h1', {}, page.title),
    h('p', {}, ['This link leads to ', h('strong', {}, hostname), ', a host that is not verified as belonging to this page.']),
    h('ul', {}, h('li', {}, h('a', { href: tagged, rel: 'nofollow noopener' }, `Continue to ${hostname}`))),
  ]);
}

export function sendPublic(response: Response, look: Look, title: string, content: Children): void {
  const style = bioStyle(look.theme, look.branding);
  const digest = createHash('sha256').update(style).digest('base64');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  );
  write(response, 200, `<!doctype html>\n${renderToString(frame(look, title, style, content))}\n`);
}

function frame({ theme }: Look, title: string, style: string, content: Children): Html {
  return h('html', { lang: 'en' }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: theme === 'auto' ? 'light dark' : theme }),
      h('title', {}, title),
      h('link', { rel: 'icon', href: iconPath, type: 'image/svg+xml' }),
      h('style', { dangerouslySetInnerHTML: { __html: style } }),
    ]),
    h('body', {}, h('main', {}, content)),
  ]);
}

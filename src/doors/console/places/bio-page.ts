// The page of links of a profile, for anybody: drawn on the server, without scripts, cookies or anything of another host. It counts itself and the
// clicks on its links by day, without anything about the visitor. A link to a host that is not verified as the profile's leads through a page that names the host.
import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isbot } from 'isbot';
import { renderToString } from 'preact-render-to-string';
import { bioPath, countOnPage, findBioPage, type PublicPage } from '../../../account/brand/index.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { isProvenHost } from '../../../collect/tracking/index.ts';
import { bioStyle } from '../design/bio-style.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { iconPath } from '../design/style-sheet.ts';
import { type Desk, refuse, write } from '../kit.ts';

/** Of an address: behind a proxy that the operator has not named it is that of all visitors. */
const VIEWS_PER_MINUTE = 1_200;

export const bioPage =
  (desk: Desk): RequestHandler =>
  (request, response, next) => {
    try {
      show(desk, request, response, next);
    } catch (error) {
      refuse(desk, request, response, error);
    }
  };

function show(desk: Desk, request: Request, response: Response, next: NextFunction): void {
  const { publicHost } = desk.base.config;
  const caller: Principal = {
    ...{ kind: 'public', credentialId: `bio:${desk.addressOf(request)}` },
    ...{ scopes: new Set(), ratePerMinute: VIEWS_PER_MINUTE },
  };
  desk.limit(caller, { id: 'showBioPage', isIntake: false, rateLimit: undefined });
  const asked = String(request.params['handle']);
  const linkId = request.params['linkId'] === undefined ? undefined : String(request.params['linkId']);
  const isHere = publicHost === undefined || hostOf(request) === publicHost;
  const page = isHere ? findBioPage(desk.base, asked.toLowerCase()) : undefined;
  if (!page) {
    next();
    return;
  }
  const handle = 'movedTo' in page ? page.movedTo : asked.toLowerCase();
  if ('movedTo' in page || handle !== asked)
    response.redirect(302, linkId === undefined ? bioPath(handle) : linkPath(handle, linkId));
  else if (linkId === undefined) answer(desk, request, response, { page, handle });
  else follow(desk, request, response, { page, handle, linkId });
}

const linkPath = (handle: string, linkId: string): string => `${bioPath(handle)}/${encodeURIComponent(linkId)}`;

const hostOf = ({ headers }: Request): string => (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

function answer(desk: Desk, request: Request, response: Response, { page, handle }: { page: PublicPage; handle: string }): void {
  count(desk, request, page.profileId);
  const { branding, title, text, links } = page;
  const { logo } = branding;
  const items = links.map(({ id, label }) => h('li', {}, h('a', { href: linkPath(handle, id), rel: 'nofollow' }, label)));
  send(response, page, title, [
    logo && h('img', { src: new URL(logo.url).pathname, alt: '', ...sizeOf(logo) }),
    h('h1', {}, title),
    text === null ? null : h('p', {}, text),
    h('ul', {}, items),
  ]);
}

/** At most as wide as it is drawn: the page does not move when it comes. */
function sizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const share = Math.min(1, 240 / width, 96 / height);
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

interface Followed {
  page: PublicPage;
  handle: string;
  linkId: string;
}

/** A link that is gone leads to the page. */
function follow(desk: Desk, request: Request, response: Response, { page, handle, linkId }: Followed): void {
  const link = page.links.find(({ id }) => id === linkId);
  if (!link) {
    response.redirect(302, bioPath(handle));
    return;
  }
  count(desk, request, page.profileId, linkId);
  const { hostname } = new URL(link.url);
  if (isProvenHost(desk.base, page.profileId, hostname)) {
    response.redirect(302, link.tagged);
    return;
  }
  send(response, page, `To ${hostname}`, [
    h('h1', {}, page.title),
    h('p', {}, ['This link leads to ', h('strong', {}, hostname), ', a host that is not verified as belonging to this page.']),
    h('ul', {}, h('li', {}, h('a', { href: link.tagged, rel: 'nofollow noopener' }, `Continue to ${hostname}`))),
  ]);
}

/** Not for who looks ahead or is a known robot. The page is shown also where it cannot be counted, as on a full disk. */
function count({ base }: Desk, request: Request, profileId: string, linkId?: string): void {
  const { headers, method } = request;
  const isAhead = /prefetch|preview/i.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`);
  if (method !== 'GET' || isAhead || isbot(headers['user-agent'] ?? '')) return;
  try {
    countOnPage(base, profileId, linkId);
  } catch (error) {
    base.log.error({ err: error, profile_id: profileId }, 'a view of a page of links was not counted');
  }
}

function send(response: Response, page: PublicPage, title: string, content: Children): void {
  const style = bioStyle(page.theme, page.branding);
  const digest = createHash('sha256').update(style).digest('base64');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  );
  write(response, 200, `<!doctype html>\n${renderToString(frame(page, title, style, content))}\n`);
}

function frame({ theme }: PublicPage, title: string, style: string, content: Children): Html {
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

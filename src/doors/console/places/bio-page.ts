// The page of links of a profile, for anybody. It counts itself and the clicks on its links by day.
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { bioPath, countOnPage, findBioPage, type PublicPage } from '../../../account/brand/index.ts';
import { h } from '../design/html.ts';
import { type Desk, refuse } from '../kit.ts';
import { countOnce, isPublicHost, leadOut, limitVisits, sendPublic } from './public-page.ts';

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
  limitVisits(desk, request, 'showBioPage');
  const asked = String(request.params['handle']);
  const linkId = request.params['linkId'] === undefined ? undefined : String(request.params['linkId']);
  const page = isPublicHost(desk, request) ? findBioPage(desk.base, asked.toLowerCase()) : undefined;
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

function answer(desk: Desk, request: Request, response: Response, { page, handle }: { page: PublicPage; handle: string }): void {
  countOnce(desk, request, page, () => countOnPage(desk.base, page.profileId));
  const { branding, title, text, links } = page;
  const { logo } = branding;
  const items = links.map(({ id, label }) => h('li', {}, h('a', { href: linkPath(handle, id), rel: 'nofollow' }, label)));
  sendPublic(response, page, title, [
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
  countOnce(desk, request, page, () => countOnPage(desk.base, page.profileId, linkId));
  leadOut(desk, response, page, link);
}

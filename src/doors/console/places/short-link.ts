// Short links of a profile, for anybody: each click is counted by day and leads on with the tags of the link.
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { countClick, findShortLink } from '../../../account/brand/index.ts';
import { type Desk, refuse } from '../kit.ts';
import { countOnce, isPublicHost, leadOut, limitVisits } from './public-page.ts';

export const shortLink =
  (desk: Desk): RequestHandler =>
  (request, response, next) => {
    try {
      follow(desk, request, response, next);
    } catch (error) {
      refuse(desk, request, response, error);
    }
  };

/** A token is also typed from paper: its case does not matter. */
function follow(desk: Desk, request: Request, response: Response, next: NextFunction): void {
  limitVisits(desk, request, 'followShortLink');
  const token = String(request.params['token']).toLowerCase();
  const link = isPublicHost(desk, request) ? findShortLink(desk.base, token) : undefined;
  if (!link) {
    next();
    return;
  }
  countOnce(desk, request, link, () => countClick(desk.base, link));
  leadOut(desk, response, { ...link, theme: 'auto' }, link);
}

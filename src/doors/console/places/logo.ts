// The logos of workspaces and profiles, as pictures for reports and mails: for anybody who knows the address, which says which picture it is.
import type { RequestHandler } from 'express';
import { findProfileLogo } from '../../../account/brand/index.ts';
import { findLogo } from '../../../account/workspaces/index.ts';
import type { Base } from '../../../base/base.ts';

const NAME = /^([0-9a-f]{64})\.png$/;

export const logo =
  (base: Base): RequestHandler =>
  (request, response, next) => {
    const [, logoId] = NAME.exec(String(request.params['name'])) ?? [];
    const png = logoId === undefined ? undefined : (findLogo(base, logoId) ?? findProfileLogo(base, logoId));
    if (!png) {
      next();
      return;
    }
    response.setHeader('Content-Type', 'image/png');
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Mails and reports show it from elsewhere; one that was removed is gone everywhere within the hour.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Cache-Control', 'public, max-age=3600');
    response.end(png);
  };

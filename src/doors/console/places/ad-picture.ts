// Pictures of ads, by the signed addresses in lists of ads, for readers of the profile.
import type { RequestHandler } from 'express';
import { findPicture } from '../../../act/connections/index.ts';
import type { Base } from '../../../base/base.ts';

export const adPicture =
  (base: Base): RequestHandler<{ pictureId: string; until: string; signature: string }> =>
  async ({ params }, response, next) => {
    const picture = await findPicture(base, params);
    if (!picture) {
      next();
      return;
    }
    response.setHeader('Content-Type', picture.contentType);
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Dashboards of other systems may show it to their users.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Cache-Control', 'private, max-age=86400');
    response.end(picture.bytes);
  };

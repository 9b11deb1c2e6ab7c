// The parts of account/brand for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getBioPage, getSlugAvailability, putBioPage } from './bio-page.ts';
import { deleteProfileLogo, getProfileBranding, putProfileBranding, uploadProfileLogo } from './branding.ts';
import { getShareDestination, putShareDestination } from './share.ts';
import { createShortLink, deleteShortLink, getShortLinkQrCode, listShortLinks, updateShortLink } from './short-links.ts';

export const slice: Slice = {
  name: 'account/brand',
  handlers: {
    getBioPage,
    getSlugAvailability,
    putBioPage,
    deleteProfileLogo,
    getProfileBranding,
    putProfileBranding,
    uploadProfileLogo,
    getShareDestination,
    putShareDestination,
    createShortLink,
    deleteShortLink,
    getShortLinkQrCode,
    listShortLinks,
    updateShortLink,
  },
};

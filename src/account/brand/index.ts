// Exports of brand for the doors: the page of links as anybody sees it, short links, and the pictures behind addresses of logos.
export { bioPath, countOnPage, findBioPage, type PublicPage } from './bio-page.ts';
export { findProfileLogo } from './branding.ts';
export { countClick, findShortLink, type LinkOutside } from './short-links.ts';

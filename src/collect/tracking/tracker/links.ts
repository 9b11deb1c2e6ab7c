// Clicks that lead out of the site, or to a file.
import { on, page } from './browser.ts';
import { trackerSettings } from './settings.ts';

const FILES = /\.(?:pdf|zip|rar|7z|gz|dmg|exe|msi|pkg|apk|(?:doc|xls|ppt)x?|csv|txt|rtf|mp[34]|mov|avi|wav|epub|ics)$/i;

const isOwn = (host: string): boolean =>
  [location.hostname.replace(/^www\./, ''), ...(trackerSettings.own || [])].some((own) => `.${host}`.endsWith(`.${own}`));

export function watchLinks(found: (type: string, properties: object) => void): void {
  on<MouseEvent>(page, 'click auxclick', (click) => {
    // From within a component of the page, too.
    const link = click.composedPath().find((each) => (each as Element).matches?.('a')) as HTMLAnchorElement | undefined;
    if (!link || !/^http/.test(link.protocol) || click.button > 1) return;
    const isFile = link.hasAttribute('download') || FILES.test(link.pathname);
    if (isFile || !isOwn(link.hostname))
      found(isFile ? 'file_download' : 'outbound_click', { link_url: link.origin + link.pathname });
  });
}

// Clicks that lead out of the site, or to a file; and forms whose target is another site.
import { on, page } from './browser.ts';
import { trackerSettings } from './settings.ts';

const FILES = /\.(?:pdf|zip|rar|7z|gz|dmg|exe|msi|pkg|apk|(?:doc|xls|ppt)x?|csv|txt|rtf|mp[34]|mov|avi|wav|epub|ics)$/i;

const isOwn = (host: string): boolean =>
  [location.hostname.replace(/^www\./, ''), ...(trackerSettings.own || [])].some((own) => `.${host}`.endsWith(`.${own}`));

export function watchLinks(found: (type: string, fields: object) => void): void {
  const leads = (address: string, isDownload?: boolean): void => {
    const to = new URL(address, location.href);
    const isFile = isDownload || FILES.test(to.pathname);
    if (/^http/.test(to.origin) && (isFile || !isOwn(to.hostname)))
      found(isFile ? 'file_download' : 'outbound_click', { properties: { link_url: to.origin + to.pathname } });
  };
  on<MouseEvent>(page, 'click auxclick', (click) => {
    // From within a component of the page, too.
    const link = click.composedPath().find((each) => (each as HTMLAnchorElement).href) as HTMLAnchorElement | undefined;
    if (link && click.button < 2) leads(link.href, link.hasAttribute('download'));
  });
  // TRICKY: the attribute, as a field named `action` hides the form's own member; where there is none, it is a page of this site.
  on(page, 'submit', ({ target }) => leads((target as Element).getAttribute('action') as string));
}

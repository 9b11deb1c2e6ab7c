// Clicks that lead out of the site, or to a file; and forms whose target is another site.
import { on, page } from './browser.ts';
import { trackerSettings } from './settings.ts';

const FILES = /\.(?:pdf|zip|rar|7z|gz|dmg|exe|msi|pkg|apk|(?:doc|xls|ppt)x?|csv|txt|rtf|mp[34]|mov|avi|wav|epub|ics)$/i;

const isOwn = (host: string): boolean =>
  [location.hostname.replace(/^www\./, ''), ...(trackerSettings.own || [])].some((own) => `.${host}`.endsWith(`.${own}`));

export function watchLinks(found: (type: string, fields: object) => void): void {
  const leads = (to: HTMLAnchorElement | URL, isFile?: boolean): void => {
    if (/^http/.test(to.protocol) && (isFile || !isOwn(to.hostname)))
      found(isFile ? 'file_download' : 'outbound_click', { properties: { link_url: to.origin + to.pathname } });
  };
  on<MouseEvent>(page, 'click auxclick', (click) => {
    // From within a component of the page, too.
    const link = click.composedPath().find((each) => (each as Element).matches?.('a')) as HTMLAnchorElement | undefined;
    if (link && click.button < 2) leads(link, link.hasAttribute('download') || FILES.test(link.pathname));
  });
  // TRICKY: attributes, as a field named `action` hides the form's own member; where there is none, it is a page of this site.
  on<SubmitEvent>(page, 'submit', ({ submitter, target }) =>
    leads(
      new URL((submitter?.getAttribute('formaction') || (target as Element).getAttribute('action')) as string, location.href),
    ),
  );
}

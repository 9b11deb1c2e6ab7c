// The HTML of a mail as it may be shown: words, tables, pictures and plain looks are left; whatever runs, loads, sends or leads elsewhere is not.
import sanitize from 'sanitize-html';

export interface MailLink {
  /** As it is registered: letters that look like others are seen. */
  host: string;
  url: string;
}

export interface SafeHtml {
  html: string;
  links: MailLink[];
  /** Pictures of other hosts, whether they are in the HTML or left out of it. */
  hasRemoteImages: boolean;
}

const MAX_LINKS = 100;
const MAX_URL = 2_000;
const MAX_DEPTH = 200;
const TAGS =
  'a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  );
/** Of these nothing is left, what is in them included. */
const EMPTIED = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'svg',
  'math',
  'template',
  'object',
  'iframe',
  'xmp',
];
const ANYWHERE = ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'color', 'colspan', 'dir', 'height', 'lang'];
const MORE = ['rowspan', 'size', 'style', 'valign', 'width', 'title'];
/** No function: nothing of them loads anything. */
const PLAIN = [/^[^()\\@<>]{1,200}$/, /^rgba?\([\d\s.,%/]{1,60}\)$/i];
const LOOKS =
  'color background-color font-family font-size font-style font-weight line-height letter-spacing text-align text-decoration text-transform vertical-align white-space padding padding-top padding-right padding-bottom padding-left margin margin-top margin-right margin-bottom margin-left border border-top border-right border-bottom border-left border-color border-style border-width border-radius border-collapse border-spacing width max-width min-width height list-style-type table-layout'.split(
    ' ',
  );
/** SVG is none of them: it is a document of its own. */
const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i;

const urlIn = (text: string | undefined): URL | undefined =>
  text !== undefined && text.length <= MAX_URL ? (URL.parse(text.trim()) ?? undefined) : undefined;

function linkOf(href: string | undefined): MailLink | undefined {
  const url = urlIn(href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return { host: url.hostname, url: url.href };
}

/** @param withRemoteImages Somebody asked for them; they are loaded from their hosts, over https alone. */
export function safeHtml(html: string, { withRemoteImages }: { withRemoteImages: boolean }): SafeHtml {
  const links = new Map<string, MailLink>();
  let hasRemoteImages = false;
  const a = (_tag: string, { href }: sanitize.Attributes): sanitize.Tag => {
    const link = linkOf(href);
    if (link && links.size < MAX_LINKS) links.set(link.url, link);
    return { tagName: 'a', attribs: link ? { title: link.host } : {} };
  };
  const img = (_tag: string, { src, ...more }: sanitize.Attributes): sanitize.Tag => {
    if (src !== undefined && OWN_PICTURE.test(src)) return { tagName: 'img', attribs: { ...more, src } };
    const url = urlIn(src);
    const isRemote = url?.protocol === 'https:' || url?.protocol === 'http:';
    hasRemoteImages ||= isRemote;
    return { tagName: 'img', attribs: url?.protocol === 'https:' && withRemoteImages ? { ...more, src: url.href } : {} };
  };
  const shown = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { '*': [...ANYWHERE, ...MORE], img: ['src', 'alt'] },
    allowedStyles: { '*': Object.fromEntries(LOOKS.map((name) => [name, PLAIN])) },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data', 'https'] },
    allowProtocolRelative: false,
    nonTextTags: EMPTIED,
    nestingLimit: MAX_DEPTH,
    transformTags: { a, img },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  });
  return { html: shown, links: [...links.values()], hasRemoteImages };
}

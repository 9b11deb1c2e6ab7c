// The style of pages of links: the colours and the font of a profile on the tokens of the console. Links stay readable on any colour.
import type { PublicPage } from '../../../account/brand/index.ts';
import { type Colours, dark, light } from '../../http/tokens.ts';

const FAMILIES = {
  sans: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui, sans-serif',
  mono: 'ui-monospace, "Cascadia Mono", monospace',
} as const;

/** The relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever contrasts more: at least 4.58 on any colour. */
const inkOn = (color: string): string => ((luminance(color) + 0.05) ** 2 > 0.05 * 1.05 ? '#000000' : '#ffffff');

const coloursOf = ({ page, ink, line, link, surface, focus }: Colours): string =>
  `--page:${page};--ink:${ink};--line:${line};--link:${link};--surface:${surface};--focus:${focus}`;

function schemes(theme: PublicPage['theme']): string {
  const one = theme === 'dark' ? dark : light;
  const first = `:root{${coloursOf(one)}}`;
  return theme === 'auto' ? `${first}@media (prefers-color-scheme:dark){:root{${coloursOf(dark)}}}` : first;
}

export function bioStyle(
  theme: PublicPage['theme'],
  { primary_color: primary, accent_color: accent, font }: PublicPage['branding'],
): string {
  const button =
    primary === null ? 'background:var(--surface);color:var(--link)' : `background:${primary};color:${inkOn(primary)}`;
  return [
    schemes(theme),
    `*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 ${FAMILIES[font ?? 'sans']}}`,
    'main{max-width:34rem;margin:0 auto;padding:2.5rem 1rem;text-align:center;overflow-wrap:anywhere}',
    'h1{margin:.75rem 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.5rem;white-space:pre-line}ul{margin:1.5rem 0 0;padding:0;list-style:none}',
    `li+li{margin-top:.75rem}a{display:block;padding:.875rem 1rem;border:1px solid ${accent ?? 'var(--line)'};border-radius:.5rem;${button};text-decoration:none}`,
    'a:hover{text-decoration:underline}a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}',
  ].join('');
}

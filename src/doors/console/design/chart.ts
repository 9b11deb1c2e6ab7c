// A drawing for each kind of screen, so that its words keep their size. The text says what it shows; the numbers follow in a table.
import { type Html, h } from './html.ts';

/** Widths of screens, as the style sheet divides them. */
export const SCREENS = ['narrow', 'medium', 'wide'] as const;
export type Screen = (typeof SCREENS)[number];

export interface ChartContent {
  /** Instead of the drawing, for those who do not see it. */
  text: string;
  /** SVG of our own making, its texts escaped: one for all screens, or one for each. */
  drawing: string | Readonly<Record<Screen, string>>;
}

export function Chart({ text, drawing }: ChartContent): Html {
  const show = (svg: string, name: string): Html =>
    h('div', { class: name, role: 'img', 'aria-label': text, dangerouslySetInnerHTML: { __html: svg } });
  if (typeof drawing === 'string') return show(drawing, 'chart');
  return h(
    'div',
    {},
    SCREENS.map((screen) => show(drawing[screen], `chart on-${screen}`)),
  );
}

/** The same, drawn for each screen. */
export const onScreens = (draw: (screen: Screen) => string): Record<Screen, string> => ({
  narrow: draw('narrow'),
  medium: draw('medium'),
  wide: draw('wide'),
});

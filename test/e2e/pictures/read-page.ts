// The look of a page as lines of text: each visible element with its name, box, colours and font, in blocks; of a drawing, its marks.
// These functions run in the page: each is sent as its source, so it uses only what is declared here. Figures are written as 0, so that
// only their presence counts.

type Box = [x: number, y: number, width: number, height: number];

export interface Item {
  /** The nearest block of the page: a section, a navigation, the page itself. */
  block: string;
  kind: string;
  name: string;
  /** Relative to the block; of a block, to the page. */
  box: Box;
  /** Colours as `ink #17201b`, and the font. */
  look: string[];
}

interface Walk {
  items: Item[];
  block: string;
  corner: DOMRect;
  /** Selector of what is not read. */
  left: string;
  colourOf: (colour: string) => string;
}

/** A colour in whatever notation, as eight digits: painted and read back. */
function makeColourOf(): (colour: string) => string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const seen = new Map<string, string>();
  return (colour) => {
    const found = seen.get(colour);
    if (found !== undefined || pen === null) return found ?? '';
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const bytes = [...pen.getImageData(0, 0, 1, 1).data];
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const text = digits.endsWith('00') ? 'none' : `#${digits.replace(/ff$/, '')}`;
    seen.set(colour, text);
    return text;
  };
}

function shortName(text: string): string {
  const words = text
    .replace(/\d[\d.,:]*/g, '0')
    .replace(/["\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 48 ? `${words.slice(0, 47)}…` : words;
}

function ownText(element: Element): string {
  const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  return texts
    .map((node) => node.textContent ?? '')
    .join(' ')
    .trim();
}

function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function boxIn(box: DOMRect, corner: DOMRect): Box {
  return [box.left - corner.left, box.top - corner.top, box.width, box.height].map((side) => Math.round(side)) as Box;
}

/** What is behind an element: the nearest ground that is painted. */
function groundOf(element: Element, colourOf: (colour: string) => string): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const ground = colourOf(getComputedStyle(at).backgroundColor);
    if (ground !== 'none') return ground;
  }
  return 'none';
}

function lookOf(element: Element, colourOf: (colour: string) => string): string[] {
  const style = getComputedStyle(element);
  const hasEdge = style.borderBottomStyle !== 'none' && style.borderBottomWidth !== '0px';
  const edge = hasEdge ? [`edge ${colourOf(style.borderBottomColor)}`] : [];
  const family = style.fontFamily.split(',')[0]?.replace(/"/g, '') ?? '';
  const font = `${Math.round(Number.parseFloat(style.fontSize))} ${style.fontWeight} ${family}`;
  return [`ink ${colourOf(style.color)}`, `on ${groundOf(element, colourOf)}`, ...edge, font];
}

/** The marks of a drawing by element, class and colours: what is not painted or has no extent is no mark. */
function readDrawing(svg: Element, walk: Walk): void {
  const corner = svg.getBoundingClientRect();
  const groups = new Map<string, { count: number; all: DOMRect; look: string[]; kind: string }>();
  for (const mark of svg.querySelectorAll('path, line, rect, circle, polygon, text')) {
    const box = mark.getBoundingClientRect();
    const { fill, stroke, opacity, fontSize } = getComputedStyle(mark);
    const isText = mark.tagName === 'text';
    // A line has no inside.
    const isLine = mark.tagName === 'line' || fill === 'none';
    const paint = [
      `fill ${isLine ? 'none' : walk.colourOf(fill)}`,
      `stroke ${stroke === 'none' ? 'none' : walk.colourOf(stroke)}`,
    ];
    if ((box.width === 0 && box.height === 0) || opacity === '0' || paint.every((part) => part.endsWith(' none'))) continue;
    const kind = [mark.tagName, ...mark.classList].join('.');
    const look = isText ? [...paint, String(Math.round(Number.parseFloat(fontSize)))] : paint;
    const key = `${kind} ${look}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { count: 1, all: box, look, kind });
    else {
      const [left, top] = [Math.min(group.all.left, box.left), Math.min(group.all.top, box.top)];
      const [right, bottom] = [Math.max(group.all.right, box.right), Math.max(group.all.bottom, box.bottom)];
      Object.assign(group, { count: group.count + 1, all: new DOMRect(left, top, right - left, bottom - top) });
    }
  }
  for (const { count, all, look, kind } of groups.values())
    walk.items.push({ block: walk.block, kind: `mark ${kind}`, name: `× ${count}`, box: boxIn(all, corner), look });
}

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-labelledby');
  const labelled = label === null ? null : document.getElementById(label)?.textContent;
  return shortName(element.getAttribute('aria-label') ?? labelled ?? '');
}

/** A whole element: what is in it has no line of its own. */
function isWhole(element: Element): boolean {
  return element.matches('a, button, summary, input, select, textarea, progress, meter, img, svg');
}

function readWhole(element: Element, walk: Walk): void {
  const { items, block, corner, colourOf } = walk;
  const tag = element.tagName.toLowerCase();
  const name = nameOf(element) || shortName(element.textContent ?? '');
  const look = tag === 'svg' ? [] : lookOf(element, colourOf);
  const isIcon = tag === 'svg' && element.getBoundingClientRect().width < 40;
  if (isIcon) return;
  items.push({
    block,
    kind: tag === 'svg' ? 'drawing' : tag,
    name: tag === 'svg' ? nameOf(element) : name,
    box: boxIn(element.getBoundingClientRect(), corner),
    look,
  });
  for (const drawing of tag === 'svg' ? [element] : element.querySelectorAll('svg'))
    if (drawing.getBoundingClientRect().width >= 40) readDrawing(drawing, walk);
}

/** The first rows of a table or list: the others are like them. */
function childrenOf(element: Element): Element[] {
  const most = element.matches('tbody') ? 2 : element.matches('ul, ol, dl') ? 8 : Number.POSITIVE_INFINITY;
  return [...element.children].slice(0, most);
}

function readElement(element: Element, walk: Walk): void {
  if (
    element.matches(`script, style, template, .skip${walk.left}`) ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  )
    return;
  if (isWhole(element)) {
    if (isSeen(element)) readWhole(element, walk);
    return;
  }
  let inside = walk;
  if (isSeen(element) && element.matches('section, nav, header, footer, aside, form, article, main')) {
    const box = element.getBoundingClientRect();
    const heading = nameOf(element) || shortName(element.querySelector('h1, h2, h3')?.textContent ?? '');
    const block = `${element.tagName.toLowerCase()} ${heading}`.trim();
    const page = new DOMRect(-window.scrollX, -window.scrollY, 0, 0);
    inside = { ...walk, block, corner: box };
    walk.items.push({ block, kind: 'block', name: '', box: boxIn(box, page), look: lookOf(element, walk.colourOf).slice(1, -1) });
  } else if (isSeen(element) && ownText(element) !== '') {
    const box = boxIn(element.getBoundingClientRect(), walk.corner);
    const name = shortName(ownText(element));
    walk.items.push({ block: walk.block, kind: element.tagName.toLowerCase(), name, box, look: lookOf(element, walk.colourOf) });
  }
  for (const child of childrenOf(element)) readElement(child, inside);
}

/** @param left Selector of what is not read, e.g. `nav`; may be empty. */
function readPage(left: string): Item[] {
  const corner = new DOMRect(-window.scrollX, -window.scrollY, 0, 0);
  const walk: Walk = { items: [], block: 'page', corner, left: left === '' ? '' : `, ${left}`, colourOf: makeColourOf() };
  readElement(document.body, walk);
  return walk.items;
}

const FUNCTIONS = [
  makeColourOf,
  shortName,
  ownText,
  isSeen,
  boxIn,
  groundOf,
  lookOf,
  readDrawing,
  nameOf,
  isWhole,
  readWhole,
  childrenOf,
  readElement,
  readPage,
];

/** The expression that reads a page, for `page.evaluate`. */
export const readingOf = (left: string): string =>
  `(() => { ${FUNCTIONS.map(String).join('\n')} return readPage(${JSON.stringify(left)}); })()`;

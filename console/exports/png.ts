// A graph as a picture, with its title and the names of its colours above it, in the colours that it has on the page.
const SCALE = 2;
const MARGIN = 16;
const LINE = 22;

/** What the style sheet of the page gives to a mark, which a picture does not have. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'display',
  'visibility',
] as const;

function drawingOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('A copy is of its kind.');
  const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  for (const [at, element] of from.entries()) {
    const look = getComputedStyle(element);
    for (const name of LOOKS) to[at]?.setAttribute(name, look.getPropertyValue(name));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

async function imageOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(svg))}`;
  await image.decode();
  return image;
}

interface Named {
  name: string;
  colour: string;
  isGhost: boolean;
}

const legendOf = (figure: HTMLElement): Named[] =>
  [...figure.querySelectorAll<HTMLElement>('.chart-item')].map((item) => {
    const look = getComputedStyle(item.querySelector('.chart-key') ?? item);
    const colour = [look.backgroundColor, look.borderTopColor, look.color].find((each) => !/, 0\)$|transparent/.test(each));
    return { name: item.textContent ?? '', colour: colour ?? look.color, isGhost: item.querySelector('.key-ghost') !== null };
  });

/** The first colour behind the graph that is one. */
function groundOf(element: Element | null): string {
  for (let each = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
  }
  return getComputedStyle(document.body).backgroundColor;
}

export async function pngOf(figure: HTMLElement, title: string): Promise<Blob> {
  const svg = figure.querySelector<SVGSVGElement>('svg[role="img"]');
  if (!svg) throw new Error('The graph is not drawn.');
  const [legend, { width, height }] = [legendOf(figure), svg.getBoundingClientRect()];
  const top = MARGIN + LINE + (legend.length > 0 ? LINE : 0);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [(width + 2 * MARGIN) * SCALE, (top + height + MARGIN) * SCALE];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  const { color, fontFamily } = getComputedStyle(figure);
  context.scale(SCALE, SCALE);
  context.fillStyle = groundOf(figure);
  context.fillRect(0, 0, width + 2 * MARGIN, top + height + MARGIN);
  context.fillStyle = color;
  context.font = `600 15px ${fontFamily}`;
  context.fillText(title, MARGIN, MARGIN + 12, width);
  context.font = `12px ${fontFamily}`;
  let left = MARGIN;
  for (const { name, colour, isGhost } of legend) {
    context.fillStyle = colour;
    if (isGhost) for (const dash of [0, 4, 8]) context.fillRect(left + dash, MARGIN + LINE + 7, 2, 2);
    else context.fillRect(left, MARGIN + LINE + 3, 10, 10);
    context.fillStyle = color;
    context.fillText(name, left + 16, MARGIN + LINE + 12);
    left += 16 + context.measureText(name).width + MARGIN;
  }
  context.drawImage(await imageOf(svg), MARGIN, top, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser draws no pictures.'))), 'image/png'),
  );
}

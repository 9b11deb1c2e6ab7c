// QR codes as SVG.
import encodeQr from 'qr';

/** The empty border that the standard asks for. */
const QUIET_MODULES = 4;

/** On white, also where the page is dark: cameras look for dark on light. */
export const qrSvg = (text: string): string =>
  encodeQr(text, 'svg', { border: QUIET_MODULES }).replace('<path', '<rect width="100%" height="100%" fill="#fff"/><path');

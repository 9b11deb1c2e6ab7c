// The one style sheet of the console, joined from the tokens and the rules, under a name that changes with its content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenSheet } from '../../http/tokens.ts';

export const styleSheet = `${tokenSheet()}\n${readFileSync(join(import.meta.dirname, 'console.css'), 'utf8')}`;

const version = createHash('sha256').update(styleSheet).digest('hex').slice(0, 12);

/** The name has a hash, so a browser may cache it for ever. */
export const styleSheetPath = `/console/assets/${version}.css`;

/** The one script of the pages before an account is open: it lets the browser answer for a passkey. */
export const passkeyScript = readFileSync(join(import.meta.dirname, 'passkey.js'), 'utf8');
export const passkeyScriptPath = `/console/assets/${createHash('sha256').update(passkeyScript).digest('hex').slice(0, 12)}.js`;

export const iconPath = '/console/assets/icon.svg';

/** Two streams that become one. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6b58"/><path d="M7 8c5 0 9 3 9 8v9M25 8c-5 0-9 3-9 8" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/></svg>`;

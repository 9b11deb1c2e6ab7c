// The tracker's text as pages load it: with a profile's settings at its end, which change with them; or pinned, the bare text under
// its hash, whose settings are in the page and whose bytes never change. bin/tracker.ts builds it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { keeperOf, type ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading } from '../../base/contract/operation.ts';
import { BoundedMap } from '../../base/kit/bounded-map.ts';
import { registrableDomain, withoutWww } from '../../base/kit/domains.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { isCustomHost } from './custom-domain-claims.ts';
import { isOwnHost, ownHosts, profileOfTrackingKey, trackingSettings } from './settings.ts';
import type { TrackerSettings } from './tracker/settings.ts';

export interface Script {
  /** A hash of the text. */
  tag: string;
  /** Never another text at this address. */
  isPinned: boolean;
  encoded: Readonly<Record<'identity' | 'gzip' | 'br', Buffer>>;
  /** On a host of the site's own: how the id's cookie is set again, if the browser has one. */
  renewal?: { cookie: string; attributes: string };
}

const FASTEST_TO_LOAD = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const PINNED = /^tracker-([0-9a-f]{20})$/;

const core = readFileSync(projectFile('src', 'collect', 'tracking', 'tracker.min.js'), 'utf8').trimEnd();
/** Carries the visitor between a profile's own domains; added where there are several. */
const joining = readFileSync(projectFile('src', 'collect', 'tracking', 'tracker-joining.min.js'), 'utf8').trimEnd();
const pinnedText = `${core}();\n`;
/** The hash of the current tracker. */
const release = tagOf(pinnedText);

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

const encodings = new BoundedMap<Script['encoded']>(200);
const encode = (text: string): Script['encoded'] => ({
  identity: Buffer.from(text),
  gzip: gzipSync(text, { level: 9 }),
  br: brotliCompressSync(text, FASTEST_TO_LOAD),
});

const scriptOf = (text: string, isPinned: boolean): Script => ({
  tag: tagOf(text),
  isPinned,
  encoded: encodings.get(text, encode),
});

/** The settings of a profile's tracker. Those equal to its defaults are left out: every visitor loads this. */
export function trackerSettingsOf(base: ReadBase, profileId: string, key: string): TrackerSettings {
  const settings = trackingSettings(base, profileId);
  const own = [...new Set(ownHosts(base, profileId).map(withoutWww))];
  return {
    key,
    days: settings.id_lifetime_days,
    ...(settings.consent_mode === 'required' ? { consent: true } : {}),
    ...(settings.gpc_mode === 'refuse' ? { gpc: true } : {}),
    ...(settings.hash_routes ? { hash: true } : {}),
    ...(own.length === 0 ? {} : { own }),
  };
}

/** Hosts of one registrable domain share the id's cookie anyway. */
const hasJoinedDomains = ({ own = [] }: TrackerSettings): boolean => new Set(own.map(registrableDomain)).size > 1;

/** The pinned script of now, kept for anyone who pins it, and the digest that a browser checks it by. */
export function pinnedRelease(base: ReadBase): { name: string; integrity: string } {
  keeperOf(base).state.statement('collect/tracking/release_add').run({ release, script: pinnedText, now: base.clock.now() });
  return { name: `tracker-${release}`, integrity: `sha384-${createHash('sha384').update(pinnedText).digest('base64')}` };
}

function pinnedScript(base: ReadBase, pinned: string): Script | undefined {
  if (pinned === release) return scriptOf(pinnedText, true);
  const row = base.state.statement('collect/tracking/release_get').get({ release: pinned });
  return row && scriptOf(row.script, true);
}

/** The script as a profile's key names it; on a host of the site's own the service keeps the id's cookie alive. */
function currentScript(base: ReadBase, profileId: string, key: string, host: string | undefined): Script {
  const settings = trackerSettingsOf(base, profileId, key);
  const name = host && nameOf(host);
  const isOfTheSite = name !== undefined && (isCustomHost(base, profileId, name) || isOwnHost(base, profileId, name));
  const text = JSON.stringify(isOfTheSite ? { ...settings, renewed: true } : settings);
  const script = scriptOf(`${core}(${text});\n${hasJoinedDomains(settings) ? `${joining}(${text});\n` : ''}`, false);
  return isOfTheSite ? { ...script, renewal: renewalOf(base, name, settings.days) } : script;
}

/** The host without port and final dot, as it is put into a header; undefined for an invalid name. */
function nameOf(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.?(?::\d+)?$/, '');
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) ? name : undefined;
}

/** Safari keeps a cookie of a page's script for a week; one set by the site's own server, for its own lifetime. */
function renewalOf(base: ReadBase, host: string, days: number): { cookie: string; attributes: string } {
  const domain = registrableDomain(host);
  const secure = publicAddress(base).startsWith('https:') ? '; Secure' : '';
  return { cookie: '_trb', attributes: `Path=/; Max-Age=${days * 86_400}; SameSite=Lax; Domain=${domain}${secure}` };
}

/** The script by the name in its address: a public key, or `tracker-<hash>`. The door writes it unchanged. */
export const getTrackerScript = reading('getTrackerScript', ({ params, client }, base): Script => {
  const [, pinned] = PINNED.exec(params.public_key) ?? [];
  const profile = pinned === undefined ? profileOfTrackingKey(base, params.public_key) : undefined;
  const script = profile
    ? currentScript(base, profile.profileId, params.public_key, client?.host)
    : pinned && pinnedScript(base, pinned);
  if (!script)
    throw new ApiError('not_found', 'No such tracker: the key is unknown or was revoked, or no release has this hash.');
  return script;
});

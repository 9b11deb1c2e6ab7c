// Everything that puts the tracker on a site, ready to be copied: the tag, an import for a tag manager, a pixel for a storefront.
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading } from '../../base/contract/operation.ts';
import { registrableDomain } from '../../base/kit/domains.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { addressOn, bestCustomDomain } from './custom-domain-claims.ts';
import { activeKeys } from './keys.ts';
import { pinnedRelease, trackerSettingsOf } from './script.ts';
import { ownHosts, trackingSettings } from './settings.ts';
import { shopifyPixel } from './shopify-pixel.ts';
import { gtmContainer, gtmTemplate } from './tag-manager.ts';

interface Addresses {
  key: string;
  folder: string;
  script: string;
  collect: string;
}

/** The address of the profile's tracker and of its posts: the site's own host, where one is verified. Refuses where it has no key. */
function addressesOf(base: ReadBase, profileId: string): Addresses {
  const [active] = activeKeys(base, profileId);
  if (!active)
    throw new ApiError('invalid_state', 'The profile has no tracking key: issue one first (POST /api/v1/tracking/keys).');
  const best = bestCustomDomain(base, profileId);
  const folder = `${best ? addressOn(base, best.host) : publicAddress(base)}/t/`;
  return { key: active.publicKey, folder, script: `${folder}${active.publicKey}.js`, collect: `${folder}collect` };
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const tagOf = (address: string, attributes = ''): string => `<script async src="${inAttribute(address)}"${attributes}></script>`;

/**
 * Meta's page code by its own protocol: calls wait in `queue` until its script takes them; for ever where Global Privacy Control
 * keeps the visitor from ad destinations.
 */
const metaPixel = (pixelId: string, waitsForConsent: boolean): string => `<script>
(function (page) {
  if (page.fbq) return;
  var call = (page.fbq = page._fbq = function () {
    if (call.callMethod) call.callMethod.apply(call, arguments);
    else call.queue.push(arguments);
  });
  call.push = call;
  call.loaded = true;
  call.version = '2.0';
  call.queue = [];
  if (navigator.globalPrivacyControl) return;
  var script = document.createElement('script');
  script.async = true;
  script.src = 'https://connect.facebook.net/en_US/fbevents.js';
  document.head.appendChild(script);
})(window);
${waitsForConsent ? "fbq('consent', 'revoke');\n" : ''}fbq('init', '${pixelId}');
fbq('track', 'PageView');
</script>`;

/** The platform's page code beside the tracker's tag; none where health is concerned. */
function withPixel(base: ReadBase, profileId: string, html: string, query: { pixel?: string; pixel_id?: string }): string {
  if (query.pixel === undefined && query.pixel_id === undefined) return html;
  if (query.pixel === undefined || query.pixel_id === undefined)
    throw new ApiError('invalid_parameter', `${query.pixel === undefined ? 'pixel' : 'pixel_id'}: is required with the other.`);
  if (profileSettings(base, profileId).privacyMode !== 'standard')
    throw new ApiError('invalid_state', "Pages of a healthcare profile carry no ad platform's pixel.");
  return `${html}\n${metaPixel(query.pixel_id, trackingSettings(base, profileId).consent_mode === 'required')}`;
}

export const getTrackingSnippet = reading('getTrackingSnippet', ({ profile, params }, base) => {
  const { profileId } = profile;
  const { key, folder, script } = addressesOf(base, profileId);
  const { name, integrity } = pinnedRelease(base);
  const pinned = `${folder}${name}.js`;
  const settings = inAttribute(JSON.stringify(trackerSettingsOf(base, profileId, key)));
  const pinnedTag = tagOf(pinned, ` integrity="${integrity}" crossorigin="anonymous" data-settings="${settings}"`);
  return {
    data: {
      public_key: key,
      script_url: script,
      html: withPixel(base, profileId, tagOf(script), params),
      pinned: { script_url: pinned, integrity, html: withPixel(base, profileId, pinnedTag, params) },
    },
    meta: { profile_id: profileId },
  };
});

/** First party: the tracker is in the registrable domain of one of the profile's hosts. */
export const getTrackingOrigin = reading('getTrackingOrigin', ({ profile }, base) => {
  const { script, collect } = addressesOf(base, profile.profileId);
  const { origin, hostname } = new URL(collect);
  const hosts = ownHosts(base, profile.profileId);
  const custom = bestCustomDomain(base, profile.profileId);
  return {
    data: {
      origin,
      script_url: script,
      collect_url: collect,
      is_first_party: custom !== undefined || hosts.some((host) => registrableDomain(host) === registrableDomain(hostname)),
      custom_domain: custom ?? null,
      origin_policy: trackingSettings(base, profile.profileId).origin_policy,
      own_hosts: hosts,
    },
    meta: { profile_id: profile.profileId },
  };
});

export const getGtmInstaller = reading('getGtmInstaller', ({ profile }, base) => {
  const { script } = addressesOf(base, profile.profileId);
  return {
    data: {
      container: { file_name: 'tributary-container.json', content: gtmContainer(tagOf(script), base.clock.now()) },
      template: { file_name: 'tributary.tpl', content: gtmTemplate(script) },
      steps: [
        'In Tag Manager open Admin, Import Container, choose tributary-container.json and merge it into a workspace.',
        'Check the tag "Tributary tracker" in the preview, then publish the workspace.',
        'Where custom HTML is not allowed: import tributary.tpl under Templates instead and make a tag of it for all pages.',
      ],
    },
    meta: { profile_id: profile.profileId },
  };
});

export const getShopifyPixelInstaller = reading('getShopifyPixelInstaller', ({ profile }, base) => {
  const { key, collect } = addressesOf(base, profile.profileId);
  const settings = trackingSettings(base, profile.profileId);
  return {
    data: {
      file_name: 'tributary-pixel.js',
      content: shopifyPixel({
        key,
        collect,
        days: settings.id_lifetime_days,
        waitsForConsent: settings.consent_mode === 'required',
        obeysGpc: settings.gpc_mode === 'refuse',
      }),
      steps: [
        'In the admin open Settings, Customer events, Add custom pixel, and name it Tributary.',
        'Replace the existing code with this code, and save.',
        'Choose under Customer privacy what permission it needs, then connect it.',
      ],
    },
    meta: { profile_id: profile.profileId },
  };
});

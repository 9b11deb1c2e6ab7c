// The address of a shop and the keys of its interface, as a person types them in, and as they are kept: one text that is a secret.
import { z } from 'zod';
import { ProviderFailure } from '../http/failure.ts';
import { Secret } from '../secret.ts';

export interface Shop {
  /** Host and path, without `www.`: names the account for ever, whichever of the two addresses was typed in. */
  id: string;
  /** Where its interface is, without a slash at the end. */
  url: string;
  key: string;
  secret: string;
}

const MAX_ID_LETTERS = 120;
/** Parts of an address that people copy along. */
const WORDPRESS_PATH = /\/(?:wp-admin|wp-login\.php|wp-json)(?:\/.*)?$/;
const kept = z.object({ id: z.string(), url: z.string(), key: z.string(), secret: z.string() });

/** @throws ProviderFailure `rejected`, whose reason says which field is wrong. */
export function readShop(values: Readonly<Record<string, string>>): Shop {
  const { shop = '', consumer_key: key = '', consumer_secret: secret = '' } = values;
  const { hostname, pathname } = readAddress(shop);
  const path = pathname.replace(WORDPRESS_PATH, '').replace(/\/+$/, '');
  const host = hostname.replace(/\.$/, '');
  const id = host.replace(/^www\./, '') + path;
  if (id.length > MAX_ID_LETTERS) throw refusal(`Shop address: is longer than ${MAX_ID_LETTERS} letters.`);
  if (!/^ck_[A-Za-z0-9]{20,100}$/.test(key)) throw refusal('Consumer key: begins with ck_, as WooCommerce shows it.');
  if (!/^cs_[A-Za-z0-9]{20,100}$/.test(secret)) throw refusal('Consumer secret: begins with cs_, as WooCommerce shows it.');
  return { id, url: `https://${host}${path}`, key, secret };
}

/** Keys are sent over https alone. */
function readAddress(typed: string): URL {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || /[\s\\]/.test(typed)) throw refusal('Shop address: is no address, such as https://shop.example.');
  if (url.protocol !== 'https:') throw refusal('Shop address: must begin with https://, because keys are sent to it.');
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.search === '' && url.hash === '';
  if (!isPlain) throw refusal('Shop address: must have no name, password, port, question mark or hash.');
  return url;
}

export const tokenOfShop = (shop: Shop): Secret => new Secret(JSON.stringify(shop));

export const shopOfToken = (token: Secret): Shop => kept.parse(JSON.parse(token.reveal()));

const refusal = (reason: string): ProviderFailure =>
  new ProviderFailure('woocommerce', 'rejected', 'woocommerce: what was typed in cannot be right', { reason });

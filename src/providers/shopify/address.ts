// The domain of a shop: what a person types in, and what tokens and callbacks name. Only names below myshopify.com are asked, so that no token
// and no secret of the app goes anywhere else.
import { ProviderFailure } from '../http/failure.ts';
import { Secret } from '../secret.ts';

const SHOP = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

export const isShop = (text: string): boolean => SHOP.test(text);

/** E.g. `north`, `north.myshopify.com` or an address of the shop's admin. @throws ProviderFailure `rejected` for what is no such domain. */
export function readShop(typed: string): string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '');
  const [, handle] = /^admin\.shopify\.com\/store\/([a-z0-9-]+)(?:[/?].*)?$/.exec(text) ?? [];
  const host = handle ?? text.replace(/\/(?:admin(?:[/?].*)?)?$/, '');
  const shop = host.includes('.') ? host : `${host}.myshopify.com`;
  if (isShop(shop)) return shop;
  const reason = 'Shop domain: must be that of the shop at Shopify, such as north.myshopify.com (Settings, Domains).';
  throw new ProviderFailure('shopify', 'rejected', 'shopify: what was typed in is no domain of a shop', { reason });
}

/** A token and the shop that it is for: one text that is a secret. */
export const tokenOfShop = (shop: string, token: string): Secret => new Secret(`${shop} ${token}`);

export function shopOfToken(token: Secret): { shop: string; token: Secret } {
  const [shop = '', value = ''] = token.reveal().split(' ');
  if (!isShop(shop)) throw new ProviderFailure('shopify', 'reconnect', 'shopify: the token names no shop');
  return { shop, token: new Secret(value) };
}

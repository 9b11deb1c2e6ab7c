// Exports for other slices: API keys: minting, listing and ending them. The operations on keys are in account/access.
export {
  type ApiKey,
  apiKeysIn,
  apiKeysOf,
  createApiKey,
  DEFAULT_RATE_PER_MINUTE,
  findKey,
  KEY_PREFIX,
  replaceApiKey,
  stopApiKey,
} from './api-keys.ts';
export { storedKeyScopes } from './stored.ts';

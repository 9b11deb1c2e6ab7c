// Exports of single sign-on for other slices and for the pages of the sign-in.
export { beginAttempt, type NewAttempt, takeAttempt as takeSsoAttempt } from './attempts.ts';
export { BREAK_GLASS_HOURS, breakGlass, enforce, refuseBreakGlass, relax, whyNotBreakGlass } from './enforcement.ts';
export { type Joined, joinByClaims } from './join.ts';
export { acceptLink, lookAtLink, requestLink } from './links.ts';
export { clientOf, onlyProvider, type Provider, providerOf, workspacesWithProvider } from './providers.ts';
export { closedPlace, closedPlaces, isEnforced, isOpenTo, refuseClosed, requireOpen } from './reach.ts';
export { checkProvider, type ProviderInput, removeProvider, setProvider } from './settings.ts';

/**
 * The relying party: the host without a leading www (spec section 5). On the pages of the secret kitchens it is that of the
 * main host, so that members use the same passkeys there.
 */
export const rpId = (): string =>
  document.documentElement.dataset.rpId ?? location.hostname.replace(/^www\./, '')

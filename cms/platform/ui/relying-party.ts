/** The relying party: the host without a leading www. Source: spec section 5. */
export const rpId = (): string => location.hostname.replace(/^www\./, '')

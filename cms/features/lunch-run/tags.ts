/** Announced when a vendor changes. */
export const lunchOffersTag = 'lunch-offers'

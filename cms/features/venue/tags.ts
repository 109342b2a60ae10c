/** Cache tags of the venue's records. */
export const venueTags = { venue: 'venue', menus: 'menus', taps: 'taps' } as const

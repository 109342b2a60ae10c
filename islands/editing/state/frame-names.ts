/** Names of the iframes that show a page without the editing bar. */
export const frameNames = {
  visitor: 'common-room-visitor',
  history: 'common-room-history',
} as const

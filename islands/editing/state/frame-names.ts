/** Names of the frames in which a page is only looked at: no bar there. */
export const frameNames = {
  visitor: 'common-room-visitor',
  history: 'common-room-history',
} as const

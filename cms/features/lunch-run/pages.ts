/** Pages for members, by the requested path. */
export const memberPages = {
  '/common-room/member/lunch-run': {
    page: 'lunch-run',
    path: '/common-room/member/lunch-run',
  },
} as const

export const pageNames = { 'lunch-run': 'Lunch run' }

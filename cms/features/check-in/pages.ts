/** For guests too: `isOpen`. Members see their reservations of today, and their card. */
export const memberPages = {
  '/check-in': { page: 'check_in', path: '/check-in', isOpen: true },
} as const

export const pageNames = { check_in: 'Check-in' }

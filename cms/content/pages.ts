export const publicPages = {
  '/privacy': 'privacy',
  '/branding': 'branding',
  '/secretkitchens': 'secretkitchens',
  '/offline': 'offline',
} as const

export const documents = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']

/** Segments of pages that spec section 2 names and that no feature has yet. */
export const lowerCaseSegments = [
  'check-in',
  'calendar',
  'manage-event',
  'common-good',
  'book',
  'notifications',
  'secretkitchenadmin',
]

export const pageNames = {
  'not-found': 'Page not found',
  error: 'Error page',
  global: 'Every page',
  secretkitchens: 'Secret kitchens',
}

export const publicPages = {
  '/privacy': 'privacy',
  '/branding': 'branding',
  '/secretkitchens': 'secretkitchens',
  '/offline': 'offline',
} as const

/** Pages that are shown on some hosts only; their texts are in no API. */
export const restrictedPages: readonly string[] = ['secretkitchens']

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

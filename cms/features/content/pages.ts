export const publicPages = {
  '/privacy': 'privacy',
  '/branding': 'branding',
  '/secretkitchens': 'secretkitchens',
  '/offline': 'offline',
} as const

/** Pages that only some hosts show. The API returns their texts to staff only. */
export const restrictedPages: readonly string[] = ['secretkitchens']

export const documents = [
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/secretkitchens/robots.txt',
  '/secretkitchens/manifest.webmanifest',
]

/** Pages of the secret kitchens that every visitor gets for themselves: signing in, and the page without a network. */
export const privatePages = [/^\/secretkitchens\/(offline|sign-in(\/[^/]+)?)$/]

/** First segments of paths that spec section 2 names. Most of them have no page yet. */
export const lowerCaseSegments = ['check-in', 'manage-event', 'book', 'secretkitchenadmin']

export const pageNames = {
  'not-found': 'Page not found',
  error: 'Error page',
  global: 'Every page',
  secretkitchens: 'Secret kitchens',
}

/** The list of public letters. */
export const publicPages = { '/letters': 'letters' } as const

/** The page of each public letter, and the second and later pages of the list of public letters. */
export const publicPatterns = [
  { path: /^\/letters\/[a-z0-9-]{1,100}$/, page: 'letter' },
  { path: /^\/letters\/page\/(?:[2-9]|[1-9]\d{1,2})$/, page: 'letters' },
]

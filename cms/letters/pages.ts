/** The list of public letters. */
export const publicPages = { '/letters': 'letters' } as const

/** The page of a public letter, and the list of public letters from its second page on. */
export const publicPatterns = [
  { path: /^\/letters\/[a-z0-9-]{1,100}$/, page: 'letter' },
  { path: /^\/letters\/page\/(?:[2-9]|[1-9]\d{1,2})$/, page: 'letters' },
]

/** What a menu's entry says of itself on the page at a path: it leads here, or to what is above. */
export const currentOf = (entry: string, path: string): 'page' | 'true' | undefined =>
  entry === path ? 'page' : path.startsWith(`${entry}/`) ? 'true' : undefined

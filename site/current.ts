/** The `aria-current` of a menu entry: `page` on its page, `true` on the pages below it. */
export const currentOf = (entry: string, path: string): 'page' | 'true' | undefined =>
  entry === path ? 'page' : path.startsWith(`${entry}/`) ? 'true' : undefined

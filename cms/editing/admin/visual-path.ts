/**
 * Where a text is opened, below /cms/visual/: `cafe/hero/title`. What stands on every page is opened
 * on the first of them; its key may carry the section itself.
 */
export function visualPath(page: string, section: string, key: string): string {
  const place = [section, key].filter(Boolean).join('.').replace('.', '/')
  return page === 'global' ? `home/global:${place}` : `${page}/${place}`
}

/**
 * A key's path below /cms/visual/: `cafe/hero/title`. Global keys open on the home page.
 * @param section may be empty if `key` contains it
 */
export function visualPath(page: string, section: string, key: string): string {
  const id = [section, key].filter(Boolean).join('.').replace('.', '/')
  return page === 'global' ? `home/global:${id}` : `${page}/${id}`
}

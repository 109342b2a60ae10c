/**
 * The path of a key below /cms/visual/, e.g. `cafe/hero/title`. Global keys open on the home page.
 * @param section empty if `key` begins with the section, e.g. `footer.hours`
 */
export function visualPath(page: string, section: string, key: string): string {
  const id = [section, key].filter(Boolean).join('.').replace('.', '/')
  return page === 'global' ? `home/global:${id}` : `${page}/${id}`
}

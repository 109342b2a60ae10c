import type { ContentKey } from '../../../cms/editing/contract.ts'

/** The id in an element's `data-cms`: `section.key`, or `global:section.key`. */
export const idOf = ({ page, section, content_key }: ContentKey): string =>
  `${page === 'global' ? 'global:' : ''}${section}.${content_key}`

/** The key that an element's id names on a page. */
export function parseId(id: string, page: string): ContentKey {
  const isGlobal = id.startsWith('global:')
  const [section = '', ...key] = (isGlobal ? id.slice('global:'.length) : id).split('.')
  return { page: isGlobal ? 'global' : page, section, content_key: key.join('.') }
}

/** `cafe/hero/title`: unique over all pages, for maps and lists. */
export const pathOf = ({ page, section, content_key }: ContentKey): string =>
  `${page}/${section}/${content_key}`

export const isSameKey = (one: ContentKey, other: ContentKey): boolean =>
  pathOf(one) === pathOf(other)

const spaced = (name: string) => name.replaceAll('_', ' ')

/** A key as people read it: `long table · title`. */
export const labelOf = ({ section, content_key }: Omit<ContentKey, 'page'>): string =>
  `${spaced(section)} · ${spaced(content_key)}`

/** The label, preceded by the key's page unless that is `page`. */
export const longLabelOf = (key: ContentKey, page: string): string => {
  if (key.page === page) return labelOf(key)
  return `${key.page === 'global' ? 'every page' : spaced(key.page)} · ${labelOf(key)}`
}

import type { ContentKey } from '../../../cms/editing/contract.ts'

/** The name an element carries in `data-cms`: `section.key`, or `global:section.key`. */
export const idOf = ({ page, section, content_key }: ContentKey): string =>
  `${page === 'global' ? 'global:' : ''}${section}.${content_key}`

/** The record that an element's name stands for on a page. */
export function parseId(id: string, page: string): ContentKey {
  const isGlobal = id.startsWith('global:')
  const [section = '', ...key] = (isGlobal ? id.slice('global:'.length) : id).split('.')
  return { page: isGlobal ? 'global' : page, section, content_key: key.join('.') }
}

const words = (name: string) => name.replaceAll('_', ' ')

export const isSameKey = (one: ContentKey, other: ContentKey): boolean =>
  one.page === other.page && one.section === other.section && one.content_key === other.content_key

/** How people read a key's name: `long table · title`. */
export const labelOf = ({ section, content_key }: Omit<ContentKey, 'page'>): string =>
  `${words(section)} · ${words(content_key)}`

/** The same with the page before it, where that is another one or all of them. */
export const longLabelOf = (key: ContentKey, page: string): string => {
  if (key.page === page) return labelOf(key)
  return `${key.page === 'global' ? 'every page' : words(key.page)} · ${labelOf(key)}`
}

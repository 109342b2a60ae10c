import type { ContentKey } from '../contract.ts'

/** The id in an element's `data-cms`: `section.key`, or `global:section.key`. */
export const idOf = ({ page, section, content_key }: ContentKey): string =>
  `${page === 'global' ? 'global:' : ''}${section}.${content_key}`

/** Parses an element's id. @param page the page that contains the element */
export function parseId(id: string, page: string): ContentKey {
  const isGlobal = id.startsWith('global:')
  const [section = '', ...key] = (isGlobal ? id.slice('global:'.length) : id).split('.')
  return {
    page: isGlobal ? 'global' : page,
    section,
    content_key: key.join('.'),
  }
}

/** `cafe/hero/title`: unique over all pages, for maps and lists. */
export const pathOf = ({ page, section, content_key }: ContentKey): string =>
  `${page}/${section}/${content_key}`

export const isSameKey = (one: ContentKey, other: ContentKey): boolean =>
  pathOf(one) === pathOf(other)

import { keysOf } from '../../cms/features/content/known-keys.ts'

/**
 * Returns texts that pages show, one after another, each with a `content_key` that is different from the others'.
 * @param pages only texts of these pages, or of `global`
 */
export function createTextKeys(...pages: string[]) {
  const names = new Set<string>()
  const keys = pages.flatMap(keysOf).filter(({ content_key, content_type }) => {
    if (content_type !== 'text' || names.has(content_key)) return false
    names.add(content_key)
    return true
  })
  return () => {
    const key = keys.shift()
    if (!key) throw new Error(`All texts of ${pages} are used.`)
    const { page, section, content_key } = key
    return { page, section, content_key }
  }
}

import type { Payload } from 'payload'
import { snapshot } from '../snapshots.ts'
import { tags } from '../tags.ts'
import { fallback } from './fallback/index.ts'
import { type ContentRow, findPublishedRows } from './records.ts'
import type { PageKey } from './routes.ts'

/** The texts of one page, and those that stand on every page. */
export type PageTexts = {
  /** The published text, or the one in code where none is published. */
  text: (section: string, key: string) => string
  /** A text of every page. */
  global: (section: string, key: string) => string
}

type Fallback = Record<string, Record<string, Record<string, string>>>

/**
 * The published texts of a page, read in one query and kept until one of them changes. Where the
 * read fails the texts in code are shown, and `onFailure` hears of it (spec section 8: failed read,
 * warning only).
 */
export async function findPageTexts(
  payload: Payload,
  page: PageKey,
  onFailure: (error: unknown) => void,
): Promise<PageTexts> {
  const published = await snapshot(`texts:${page}`, [tags.content(page), tags.globalContent], () =>
    findPublishedRows(payload, page),
  ).catch((error: unknown) => {
    onFailure(error)
    return [] as ContentRow[]
  })
  return textsOf(page, published)
}

/** The texts of a page as the code has them. */
export const textsInCode = (page: PageKey): PageTexts => textsOf(page, [])

function textsOf(page: PageKey, published: ContentRow[]): PageTexts {
  const texts = new Map(published.map((row) => [`${row.page}/${row.section}/${row.key}`, row.text]))
  const read = (of: string) => (section: string, key: string) =>
    texts.get(`${of}/${section}/${key}`) ?? (fallback as Fallback)[of]?.[section]?.[key] ?? ''
  return { text: read(page), global: read('global') }
}

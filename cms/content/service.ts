import type { Payload } from 'payload'
import { cachedRead } from '../database/cached-read.ts'
import { databaseOf } from '../database/query.ts'
import { fallback, type PageKey } from '../features-texts.ts'
import { mediaTag } from '../media/tags.ts'
import { type Positioning, positioning } from './contract.ts'
import { type ChosenPictures, findChosenPictures } from './pictures.ts'
import {
  type ContentRow,
  findNewestRows,
  findPublishedRows,
  findQuestionRows,
  findRowsAt,
} from './queries/page-rows.ts'
import { contentTags } from './tags.ts'

/** The texts of one page, and the texts that are on every page. */
export type PageTexts = {
  /** The text in the requested state, or the fallback text. Empty if the key is unknown. */
  text: (section: string, key: string) => string
  global: (section: string, key: string) => string
}

export type Question = { id: number; question: string; answer: string }

/** All content of a page that staff can edit. */
export type PageContent = {
  texts: PageTexts
  /** Whether a text with this key exists. The text may be empty. @param of the page, or `global` */
  hasKey: (of: string, section: string, key: string) => boolean
  positionOf: (of: string, section: string, key: string) => Positioning | undefined
  pictures: ChosenPictures
  questions: Question[]
}

/** The state of the content to read: published, newest drafts, or as it was at an earlier time (ISO 8601). */
export type ContentState = 'published' | 'newest' | { at: string }

type Fallback = Record<string, Record<string, Record<string, string>>>

/**
 * The content of a page. Published content is read in one query and cached. Drafts and content of an earlier
 * time are not cached: each call queries them. Pictures take a second query. If a read fails,
 * the fallback texts are returned (spec section 8: failed read, warning only).
 * @param onFailure called with the error of a failed read
 */
export async function findPageContent(
  payload: Payload,
  page: PageKey,
  state: ContentState,
  onFailure: (error: unknown) => void,
): Promise<PageContent> {
  const readPictures = async () => findChosenPictures(payload, await readRows(payload, page, state))
  try {
    const rows = await readRows(payload, page, state)
    const hasPictures = rows.some(({ type }) => type === 'image')
    const pictures = !hasPictures
      ? {}
      : state === 'published'
        ? await cachedRead(`pictures:${page}`, [contentTags.page(page), mediaTag], readPictures)
        : await findChosenPictures(payload, rows)
    return { ...contentOf(page, rows), pictures }
  } catch (error) {
    onFailure(error)
    return { ...contentOf(page, []), pictures: {} }
  }
}

/** The published texts that are on every page. */
export async function findGlobalTexts(payload: Payload): Promise<PageTexts> {
  return contentOf('home', await readRows(payload, 'home', 'published')).texts
}

/** The questions with these ids, including questions that no page shows any more. */
export const findQuestionTexts = (payload: Payload, ids: readonly number[]) =>
  findQuestionRows(databaseOf(payload), ids)

export const fallbackTexts = (page: PageKey): PageTexts => contentOf(page, []).texts

async function readRows(
  payload: Payload,
  page: PageKey,
  state: ContentState,
): Promise<ContentRow[]> {
  const db = databaseOf(payload)
  if (typeof state === 'object') return findRowsAt(db, page, state.at)
  const published = cachedRead(
    `content:${page}`,
    [contentTags.page(page), contentTags.everyPage],
    () => findPublishedRows(db, page),
  )
  if (state === 'published') return published
  const [live, newest] = await Promise.all([published, findNewestRows(db, page)])
  const byKey = new Map([...live, ...newest].map((row) => [rowKey(row), row]))
  return [...byKey.values()]
}

const rowKey = ({ page, section, key }: Pick<ContentRow, 'page' | 'section' | 'key'>) =>
  `${page}/${section}/${key}`

function contentOf(page: PageKey, rows: ContentRow[]): Omit<PageContent, 'pictures'> {
  const texts = new Map<string, string>()
  const positions = new Map<string, Positioning>()
  const questions: (Question & { position: number })[] = []
  for (const row of rows) {
    const data = (row.data ?? {}) as Record<string, unknown>
    if (row.type === 'question') {
      const { question, answer, position } = data as Record<string, string | null>
      if (!question || !answer) continue
      questions.push({ id: Number(row.key), question, answer, position: Number(position) })
      continue
    }
    if (row.type === 'text' && typeof data.text === 'string') texts.set(rowKey(row), data.text)
    const placed = data.positioning ? positioning.safeParse(data.positioning).data : undefined
    if (placed) positions.set(rowKey(row), placed)
  }
  // A name may come from a URL, so it must not find inherited properties such as `constructor`.
  const own = <Value>(from: Record<string, Value> | undefined, name: string) =>
    from && Object.hasOwn(from, name) ? from[name] : undefined
  const fallbackText = (of: string, section: string, key: string) =>
    own(own(own(fallback as Fallback, of), section), key)
  const read = (of: string) => (section: string, key: string) =>
    texts.get(rowKey({ page: of, section, key })) ?? fallbackText(of, section, key) ?? ''
  return {
    texts: { text: read(page), global: read('global') },
    hasKey: (of, section, key) =>
      texts.has(rowKey({ page: of, section, key })) || fallbackText(of, section, key) !== undefined,
    positionOf: (of, section, key) => positions.get(rowKey({ page: of, section, key })),
    questions: questions
      .sort((one, other) => one.position - other.position || one.id - other.id)
      .map(({ position, ...question }) => question),
  }
}

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
  findRowsAt,
} from './queries/page-rows.ts'
import { contentTags } from './tags.ts'

/** The texts of one page, and those of every page. */
export type PageTexts = {
  /** The published text, or the fallback. */
  text: (section: string, key: string) => string
  global: (section: string, key: string) => string
}

export type Question = { id: number; question: string; answer: string }

/** Everything editors put on a page. */
export type PageContent = {
  texts: PageTexts
  /** Whether the page (or `global`) has such a text, even if it is empty. */
  knows: (of: string, section: string, key: string) => boolean
  positionOf: (of: string, section: string, key: string) => Positioning | undefined
  pictures: ChosenPictures
  questions: Question[]
}

/** Which state of the content to read: published, newest drafts, or at an earlier time (ISO 8601). */
export type ContentState = 'published' | 'newest' | { at: string }

type Fallback = Record<string, Record<string, Record<string, string>>>

/**
 * The content of a page. Published content is read in one query and cached; drafts and earlier times
 * take one more query each time. If a read fails the fallback texts are used (spec section 8: failed
 * read, warning only).
 * @param onFailure gets the error of a failed read
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

/** The texts of every page, as they are published. */
export async function findGlobalTexts(payload: Payload): Promise<PageTexts> {
  return contentOf('home', await readRows(payload, 'home', 'published')).texts
}

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
  const byName = new Map([...live, ...newest].map((row) => [nameOf(row), row]))
  return [...byName.values()]
}

const nameOf = ({ page, section, key }: Pick<ContentRow, 'page' | 'section' | 'key'>) =>
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
    if (row.type === 'text' && typeof data.text === 'string') texts.set(nameOf(row), data.text)
    const placed = data.positioning ? positioning.safeParse(data.positioning).data : undefined
    if (placed) positions.set(nameOf(row), placed)
  }
  const fallbackText = (of: string, section: string, key: string) =>
    (fallback as Fallback)[of]?.[section]?.[key]
  const read = (of: string) => (section: string, key: string) =>
    texts.get(nameOf({ page: of, section, key })) ?? fallbackText(of, section, key) ?? ''
  return {
    texts: { text: read(page), global: read('global') },
    knows: (of, section, key) =>
      texts.has(nameOf({ page: of, section, key })) || fallbackText(of, section, key) !== undefined,
    positionOf: (of, section, key) => positions.get(nameOf({ page: of, section, key })),
    questions: questions
      .sort((one, other) => one.position - other.position || one.id - other.id)
      .map(({ position, ...question }) => question),
  }
}

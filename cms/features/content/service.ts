import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { mediaTag } from '../../platform/media/tags.ts'
import type { PageKey } from '../texts.ts'
import type { Venue } from '../venue/contract.ts'
import { findVenue } from '../venue/service.ts'
import { type Positioning, positioning } from './contract.ts'
import { demoText, fallbackText, type PageTexts } from './fallback-texts.ts'
import { type ChosenPictures, findChosenPictures } from './pictures.ts'
import { type VenueFacts, withoutMissingFacts } from './placeholders.ts'
import {
  type ContentRow,
  findNewestRows,
  findPublishedRows,
  findQuestionRows,
  findRowsAt,
} from './queries/page-rows.ts'
import { contentTags } from './tags.ts'

export type Question = { id: number; question: string; answer: string }

/** All content of a page that staff can edit. */
export type PageContent = {
  texts: PageTexts
  /** Whether a text with this key exists. The text may be empty. @param of the page, or `global` */
  hasKey: (of: string, section: string, key: string) => boolean
  /** Whether staff wrote the text. */
  isStored: (of: string, section: string, key: string) => boolean
  positionOf: (of: string, section: string, key: string) => Positioning | undefined
  pictures: ChosenPictures
  questions: Question[]
}

/** A page of the venue, whose facts decide which fallback texts can be shown. */
export type PageOfVenue = { page: PageKey; venue: Pick<Venue, 'isDemo'> & VenueFacts }

/** The state of the content to read: published, newest drafts, or as it was at an earlier time (ISO 8601). */
export type ContentState = 'published' | 'newest' | { at: string }

/**
 * The content of a page. Published content is read in one query and cached. Drafts and content of an earlier
 * time are not cached: each call queries them. Pictures take a second query. If a read fails,
 * the fallback texts are returned (spec section 8: failed read, warning only).
 * @param onFailure called with the error of a failed read
 */
export async function findPageContent(
  payload: Payload,
  { page, venue }: PageOfVenue,
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
    return { ...contentOf({ page, venue }, rows), pictures }
  } catch (error) {
    onFailure(error)
    return { ...contentOf({ page, venue }, []), pictures: {} }
  }
}

/** The published texts that are on every page. */
export async function findGlobalTexts(payload: Payload): Promise<PageTexts> {
  const venue = await findVenue(payload)
  return contentOf({ page: 'home', venue }, await readRows(payload, 'home', 'published')).texts
}

/** The questions with these ids, including questions that no page shows any more. */
export const findQuestionTexts = (payload: Payload, ids: readonly number[]) =>
  findQuestionRows(databaseOf(payload), ids)

export const fallbackTexts = (of: PageOfVenue): PageTexts => contentOf(of, []).texts

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

function contentOf(
  { page, venue }: PageOfVenue,
  rows: ContentRow[],
): Omit<PageContent, 'pictures'> {
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
  const stored = (of: string, section: string, key: string) =>
    texts.get(rowKey({ page: of, section, key }))
  const read = (of: string) => (section: string, key: string) =>
    stored(of, section, key) ??
    withoutMissingFacts(
      fallbackText({ page: of, section, content_key: key }, venue.isDemo) ?? '',
      venue,
    )
  return {
    texts: { text: read(page), global: read('global') },
    hasKey: (of, section, key) =>
      stored(of, section, key) !== undefined ||
      demoText({ page: of, section, content_key: key }) !== null,
    isStored: (of, section, key) => stored(of, section, key) !== undefined,
    positionOf: (of, section, key) => positions.get(rowKey({ page: of, section, key })),
    questions: questions
      .sort((one, other) => one.position - other.position || one.id - other.id)
      .map(({ position, ...question }) => question),
  }
}

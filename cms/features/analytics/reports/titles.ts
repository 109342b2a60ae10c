import type { Payload } from 'payload'
import { fillIn } from '../../../platform/http/texts/fill-in.ts'
import { placeholdersOf } from '../../content/placeholders.ts'
import { findPage, pageName } from '../../content/routes.ts'
import { findQuestionTexts } from '../../content/service.ts'
import { findPublicTitles } from '../../letters/public-letter.ts'
import { memberPages } from '../../pages.ts'
import { findVenue } from '../../venue/service.ts'

/**
 * The names of pages for staff, by path. The name of a public letter is its subject. The names come from the site,
 * because anybody can send views with any title. Paths without a page have no name.
 */
export async function findTitles(
  payload: Payload,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { productName } = await findVenue(payload)
  const titles = new Map<string, string>()
  const letters = new Map<string, string>()
  for (const path of paths) {
    const key = pageKeyOf(path, productName)
    if (key === 'letter') letters.set(path, path.slice(path.lastIndexOf('/') + 1))
    else if (key !== null) titles.set(path, pageName(key))
  }
  const subjects = letters.size ? await findPublicTitles(payload, [...letters.values()]) : null
  for (const [path, slug] of letters) {
    const subject = subjects?.get(slug)
    if (subject !== undefined) titles.set(path, subject)
  }
  return titles
}

function pageKeyOf(path: string, productName: string): string | null {
  const found = findPage(path, productName)
  if (found?.kind === 'page') return found.page
  if (found?.kind !== 'member') return null
  return memberPages[path as keyof typeof memberPages].page
}

/** The names that `Questions.astro` gives to elements. Longer numbers are not ids. */
const questionName = /^question-(\d{1,9})$/

/** The questions that elements of pages open, by the elements' names. */
export async function findQuestions(
  payload: Payload,
  elements: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = elements.flatMap((element) => questionName.exec(element)?.slice(1).map(Number) ?? [])
  if (!ids.length) return new Map()
  const values = placeholdersOf(await findVenue(payload))
  const questions = await findQuestionTexts(payload, ids)
  return new Map(questions.map(({ id, question }) => [`question-${id}`, fillIn(question, values)]))
}

import { fallback } from '../texts.ts'
import type { ContentKey } from './contract.ts'
import { demoTexts, same } from './demo-texts.ts'

/** The texts of one page, and the texts that are on every page. */
export type PageTexts = {
  /** The text in the requested state, or the fallback text. Empty if the key is unknown. */
  text: (section: string, key: string) => string
  global: (section: string, key: string) => string
}

type Texts = Record<
  string,
  Record<string, Record<string, string | undefined> | undefined> | undefined
>

// Names may come from a URL, so they must not find inherited properties such as `constructor`.
const own = <Value>(from: Record<string, Value> | undefined, name: string): Value | undefined =>
  from && Object.hasOwn(from, name) ? from[name] : undefined

const textIn = (texts: Texts, { page, section, content_key }: ContentKey): string | undefined =>
  own(own(own(texts, page), section), content_key)

/** The demo venue’s text for a key; null if there is no such key. */
export const demoText = (key: ContentKey): string | null => textIn(fallback, key) ?? null

/** The text that another venue shows in the place of the demo venue’s; undefined if it shows that one too. */
function replacementOf(key: ContentKey): string | undefined {
  const text = textIn(demoTexts, key) ?? textIn(demoTexts, { ...key, content_key: 'rest' })
  return text === same ? undefined : text
}

/** Whether the demo venue’s text for a key states a fact, so that only the demo venue shows it. */
export const isDemoFact = (key: ContentKey): boolean =>
  demoText(key) !== null && replacementOf(key) !== undefined

/**
 * The text that is shown if none is published; null if there is no such key.
 * @param isDemo whether the venue is the demo venue, which shows all of its own texts
 */
export function fallbackText(key: ContentKey, isDemo: boolean): string | null {
  const text = demoText(key)
  if (text === null || isDemo) return text
  return replacementOf(key) ?? text
}

/** Whether a page (or `global`) has texts. */
export const hasPage = (page: string): boolean => Object.hasOwn(fallback, page)

/** The keys of a page (or `global`) by section, in the order of the fallback texts. */
export const textKeysOf = (page: string): [section: string, keys: string[]][] =>
  Object.entries(own(fallback as Texts, page) ?? {}).map(([section, keys]) => [
    section,
    Object.keys(keys ?? {}),
  ])

/**
 * The keys of a section that only the venue itself can fill, besides its title; empty if other venues can show the
 * section without texts of their own.
 */
export function venueKeysOf(page: string, section: string): string[] {
  if (own(own(demoTexts as Texts, page), section)?.rest === undefined) return []
  const keys = Object.keys(own(own(fallback as Texts, page), section) ?? {})
  return keys.filter(
    (content_key) => content_key !== 'title' && isDemoFact({ page, section, content_key }),
  )
}

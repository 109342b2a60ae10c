import { fallbackText, isDemoFact, textKeysOf } from '../../cms/features/content/fallback-texts.ts'
import { fallback } from '../../cms/features/texts.ts'
import { menus } from '../../cms/features/venue/demo/menus.ts'
import { taps } from '../../cms/features/venue/demo/taps.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'

/** Letters and figures only, so that line breaks, entities and markup make no difference. */
export const compact = (text: string) =>
  text
    .replace(/&#?\w+;/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}£]/gu, '')
    .toLowerCase()
const sentencesOf = (text: string) =>
  text.split(/[.!?\n]/).filter((each) => !each.includes('{') && compact(each).length >= 13)

/** The keys of all texts. */
export const keys = Object.keys(fallback).flatMap((page) =>
  textKeysOf(page).flatMap(([section, names]) =>
    names.map((content_key) => ({ page, section, content_key })),
  ),
)
const shared = compact(keys.map((key) => fallbackText(key, false)).join(' '))
/** Texts that are true of the demo venue only, without spaces and punctuation. */
export const facts = [
  ...keys.filter(isDemoFact).flatMap((key) => sentencesOf(fallbackText(key, true) ?? '')),
  venue.tagline,
  venue.copyright,
  venue.contact.phone,
  venue.contact.email,
  ...venue.contact.address_lines,
  ...menus.flatMap(({ items }) => items.map(({ name }) => name)),
  ...taps.map(({ brewery }) => brewery),
]
  .map(compact)
  .filter((fact) => fact.length >= 8 && !shared.includes(fact))
/** Names and prices of the demo venue. */
export const names =
  /tram|sheffield|maureen|winston|aoife|gail|ruksana|penistone|shalesmoor|1899|£[1-9]/gi

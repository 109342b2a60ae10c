import { features } from '../../cms/app/features.ts'
import { weekdays } from '../../cms/features/venue/hours/opening-hours.ts'
import { venueAreas } from '../../cms/features/venue/rules.ts'
import { onDatabase } from './database.ts'
import { letterData } from './letters.ts'
import type { Server } from './server.ts'
import { jsonRequest } from './staff.ts'
import { createTextKeys } from './text-keys.ts'

// Each mail can have one record with texts of staff.
const mailTexts = features
  .flatMap(({ mailKinds = [] }) => mailKinds)
  .flatMap(({ samples = [] }) => samples)
  .flatMap(({ key, text }) => (text ? { mail: key, ...text.defaultText } : []))

let serial = 0
let rules = 0
const nextText = createTextKeys('privacy', 'profile', 'ledger', 'cafe')
const nextGlobalText = createTextKeys('global')
/** The fields of a new record of each collection, as the admin’s form sends them. */
const bodies: Record<string, () => Record<string, unknown>> = {
  cms_content: () => ({
    ...nextText(),
    content_data: { text: 'x' },
  }),
  cms_global_content: () => {
    const { section, content_key } = nextGlobalText()
    return { content_key: `${section}.${content_key}`, content_data: { text: 'x' } }
  },
  letters: () => letterData(`Letter ${++serial}`),
  nudges: () => ({ text: `Nudge ${++serial}`, link: '/cafe' }),
  faq: () => ({ page: 'cafe', question: `Question ${++serial}?`, answer: 'x' }),
  menus: () => ({ title: `Menu ${++serial}`, page: 'cafe', position: 1 }),
  taps: () => ({
    name: `Tap ${++serial}`,
    brewery: 'Yard',
    style: 'IPA',
    abv: 5,
    half_cents: 250,
  }),
  causes: () => ({ title: `Cause ${++serial}`, text: 'x', goal_cents: 100 }),
  events: () => ({
    title: `Event ${++serial}`,
    summary: 'x',
    areas: ['Cafe'],
    start: '2030-05-02T19:30',
    end: '2030-05-02T21:00',
  }),
  tables: () => ({ name: `Table ${++serial}`, area: 'Cafe', max_party: 4 }),
  lunch_vendors: () => ({ name: `Vendor ${++serial}`, email: 'wok@venue.example' }),
  // An area has one rule for each day of the week.
  booking_rules: () => ({
    area: venueAreas[++rules % venueAreas.length],
    days: [weekdays[Math.floor(rules / venueAreas.length) % weekdays.length]],
    stays: [{ party: 4, minutes: 90 }],
  }),
  booking_closures: () => ({
    area: 'Cafe',
    from: '2030-05-02T12:00',
    to: '2030-05-02T15:00',
    reason: `Closure ${++serial}`,
  }),
  redirects: () => ({ from: `/walk-${++serial}`, to: '/cafe' }),
  users: () => ({
    name: 'New',
    email: `new${++serial}@venue.example`,
    role: 'editor',
  }),
  subscribers: () => ({ email: `walk${++serial}@venue.example`, name: 'Ada', state: 'active' }),
  consents: () => ({ subscriber: 1, kind: 'given', at: '2026-01-01T12:00:00.000Z', how: 'form' }),
  members: () => ({ email: `walk${++serial}@venue.example`, name: 'Ada' }),
  suppressions: () => ({ hash: `hash ${++serial}`, reason: 'x', at: '2026-01-01T12:00:00.000Z' }),
  scheduled_changes: () => ({
    page: 'cafe',
    section: 'walk',
    content_key: `key_${++serial}`,
    action: 'publish',
    at: '2031-01-01T12:00:00.000Z',
    batch: 'walk',
    state: 'waiting',
  }),
  audit: () => ({ action: 'walk', subject: 'x' }),
  mail_texts: () => ({ ...mailTexts[++serial % mailTexts.length] }),
  mails: () => ({ key: `walk ${++serial}`, kind: 'test', to_address: 'a@b.example', subject: 'x' }),
  media: () => ({ alt: 'x' }),
}

/** Inserts for records that nobody can create through the API. */
const insertedBy: Record<string, () => string> = {
  subscribers: () =>
    `insert into subscribers (email, state) values ('walk${++serial}@venue.example', 'active')`,
  consents: () =>
    `with one as (insert into subscribers (email) values ('walk${++serial}@venue.example') returning id)
     insert into consents (subscriber_id, kind, at, how) select id, 'given', now(), 'form' from one`,
  members: () => `insert into members (email) values ('walk${++serial}@venue.example')`,
  suppressions: () =>
    `insert into suppressions (hash, reason, at) values ('walk ${++serial}', 'x', now())`,
  scheduled_changes: () =>
    `insert into scheduled_changes (page, section, content_key, action, at, batch)
     values ('cafe', 'walk', 'key_${++serial}', 'publish', '2031-01-01', 'walk')`,
  audit: () => `insert into audit (action, subject) values ('walk', 'x')`,
  mails: () =>
    `insert into mails (key, kind, to_address, subject, state, sent_at)
     values ('walk ${++serial}', 'test', 'a@b.example', 'x', 'sent', now())`,
  media: () =>
    `insert into media (alt, filename, mime_type, filesize, width, height, picture)
     values ('x', 'walk-${++serial}.webp', 'image/webp', 1000, 1200, 800, '{}')`,
}

/** The fields of a new record, with values that no other record has. */
export const newRecord = (collection: string): Record<string, unknown> =>
  bodies[collection]?.() ?? {}

/** The fields of a change of a record, which everybody who may update the collection may change. */
export function changeOf(collection: string): Record<string, unknown> {
  const { email, page, section, content_key, question, ...rest } = newRecord(collection)
  if (collection === 'mail_texts') return { heading: 'Changed' }
  if (collection === 'booking_rules') return { notice: 45 }
  return collection === 'users' ? { name: 'Changed' } : rest
}

const withoutDemoRules = new Set<string>()

/**
 * Adds a record, published if the collection has drafts, so that every role can read it.
 * @param admin the session of an admin
 * @returns the id of the record
 */
export async function addRecord(
  collection: string,
  url: string,
  server: Pick<Server, 'send'>,
  admin: string,
): Promise<number> {
  const insert = insertedBy[collection]?.()
  if (insert) {
    const [row] = await onDatabase(url, (query) => query<{ id: number }>(`${insert} returning id`))
    return row?.id ?? 0
  }
  // An area has one rule for each day, and the demo venue has rules.
  if (collection === 'booking_rules' && !withoutDemoRules.has(url)) {
    withoutDemoRules.add(url)
    await onDatabase(url, (query) => query('delete from booking_rules'))
  }
  const hasDrafts = collection.startsWith('cms_') || collection === 'faq'
  const body = { ...newRecord(collection), ...(hasDrafts && { _status: 'published' }) }
  const made = await server.send(`/api/${collection}`, jsonRequest('POST', body, admin))
  return made.json<{ doc: { id: number } }>().doc.id
}

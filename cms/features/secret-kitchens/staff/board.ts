import type { Payload } from 'payload'
import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import type { Picture } from '../../../platform/media/picture.ts'
import { findPictures } from '../../../platform/media/service.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { toDateTimeInput } from '../../../platform/ui/format-time.ts'
import { listPublicMoments } from '../../moments/service.ts'
import type { Reservation } from '../../reservations/contract.ts'
import { countsOfSubject, listReservationsOf, rowsOfSubject } from '../../reservations/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { dropKind } from '../kind.ts'
import { countBells } from '../queries/bells.ts'
import { listSlots } from '../queries/claims.ts'
import { type Drop, listAllDrops } from '../queries/drops.ts'
import { countEntries } from '../queries/entries.ts'
import { type DropState, stateOf } from '../rules.ts'

/** A claim as the kitchen sees it. It has no address. */
export type BoardClaim = {
  id: number
  name: string
  party: number
  status: Reservation['status']
  slot: string | null
  isCollected: boolean
  /** What has to be paid at the bar when it is collected, in minor units. */
  dueCents: number
  payment: Reservation['payment']
  queue: number | null
}

export type BoardDrop = Pick<
  Drop,
  'id' | 'slug' | 'title' | 'kitchen' | 'day' | 'portions' | 'taken' | 'priceCents' | 'version'
> & {
  state: DropState
  isSoldOut: boolean
  /** On the venue’s clock, `YYYY-MM-DDTHH:MM`. */
  opens: string
}

export type Board = {
  now: string
  timeZone: string
  currency: string
  drops: BoardDrop[]
  /** Null if there is none. */
  chosen: {
    drop: Drop
    opens: string
    lastMinutes: number
    state: DropState
    claims: BoardClaim[]
    numbers: {
      bells: number
      bellsOfAll: number
      entries: number
      going: number
      held: number
      waiting: number
      collected: number
      /** Seconds from the opening until the last portion was taken; null if some are left. */
      goneSeconds: number | null
      /** What those who come pay, in minor units, by way. */
      credit: number
      bar: number
      card: number
    }
    audit: { at: string; by: string; action: string }[]
  } | null
  pictures: { id: number; alt: string; url: string }[]
  moments: { id: number; caption: string; alt: string }[]
}

const isUpcoming = ({ state }: BoardDrop) => !['served', 'cancelled'].includes(state)

const paid = ['going', 'attended']
const sumOf = (all: readonly Reservation[], payment: Reservation['payment']) =>
  all
    .filter((each) => paid.includes(each.status) && each.payment === payment)
    .reduce((sum, { priceCents }) => sum + priceCents, 0)

/** The list of drops, and one of them with its claims and numbers. @param wanted by default the one that is on or next */
export async function findBoard(payload: Payload, wanted?: number): Promise<Board> {
  const db = databaseOf(payload)
  const [{ timeZone, currency }, all] = await Promise.all([
    findSiteFacts(payload),
    listAllDrops(db),
  ])
  const now = new Date()
  const drops = all.map((drop): BoardDrop => {
    const { id, slug, title, kitchen, day, portions, taken, priceCents, version } = drop
    return {
      ...{ id, slug, title, kitchen, day, portions, taken, priceCents, version },
      ...{ state: stateOf(drop, now), isSoldOut: drop.soldOutAt !== null },
      opens: toDateTimeInput(drop.opensAt, timeZone),
    }
  })
  const usual = drops.filter(isUpcoming).findLast(({ state }) => state !== 'draft') ?? drops[0]
  const drop = all.find(({ id }) => id === (wanted ?? usual?.id)) ?? null
  const [chosen, pictures, moments] = await Promise.all([
    drop ? chosenOf(payload, drop, { now, timeZone }) : null,
    findPictureChoices(payload),
    drop ? listPublicMoments(db, { area: drop.area, since: drop.startsAt }) : [],
  ])
  return { now: now.toISOString(), timeZone, currency, drops, chosen, pictures, moments }
}

async function chosenOf(
  payload: Payload,
  drop: Drop,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Board['chosen']> {
  const db = databaseOf(payload)
  const [rows, all, slots, bells, entries, people, audit] = await Promise.all([
    rowsOfSubject(dropKind, db, drop.id),
    listReservationsOf(db, { kind: 'drop', subjects: [drop.id] }),
    listSlots(db, drop.id),
    countBells(db, drop.id),
    countEntries(db, drop.id),
    countsOfSubject(dropKind, db, drop.id),
    findAudit(payload, drop.id),
  ])
  const order = (slot: string | null) => slot ?? '~'
  const claims = rows
    .filter(({ status }) => status !== 'cancelled')
    .map(
      (row): BoardClaim => ({
        ...{ id: row.id, party: row.party, status: row.status, payment: row.payment },
        ...{ name: row.name ?? `Claim ${row.id}`, slot: slots.get(row.id) ?? null },
        isCollected: row.inside > 0,
        dueCents: row.payment === 'door' ? row.priceCents : 0,
        queue: row.queue?.position ?? null,
      }),
    )
    .sort(
      (one, other) =>
        (one.queue ?? 0) - (other.queue ?? 0) ||
        order(one.slot).localeCompare(order(other.slot)) ||
        one.name.localeCompare(other.name),
    )
  const last = venueTimeOf(`${drop.day}T${drop.slots.at(-1)}`, timeZone)?.at ?? drop.startsAt
  return {
    ...{ drop, state: stateOf(drop, now), claims, audit },
    opens: toDateTimeInput(drop.opensAt, timeZone),
    lastMinutes: Math.round((drop.endsAt.getTime() - last.getTime()) / 60_000),
    numbers: {
      ...{ bells: bells.drop, bellsOfAll: bells.every, entries: entries.entries },
      ...{ going: people.going, held: people.held + people.offered, waiting: people.waiting },
      collected: people.inside,
      goneSeconds: drop.goneAt
        ? Math.round((drop.goneAt.getTime() - drop.opensAt.getTime()) / 1000)
        : null,
      ...{ credit: sumOf(all, 'credit'), bar: sumOf(all, 'door'), card: sumOf(all, 'card') },
    },
  }
}

const auditDocs = z.array(
  z.object({ createdAt: z.string(), by_name: z.string().nullish(), action: z.string() }),
)

/** What was done to a drop, the newest first. */
async function findAudit(payload: Payload, id: number) {
  const { docs } = await payload.find({
    collection: 'audit',
    where: { of_collection: { equals: dropKind.table }, document: { equals: String(id) } },
    ...{ sort: '-createdAt', limit: 30, depth: 0, overrideAccess: true },
  })
  return auditDocs.parse(docs).map(({ createdAt, by_name: by, action }) => ({
    ...{ at: createdAt, by: by ?? 'The program', action },
  }))
}

const choices = 40

/** The newest pictures, of which the kitchen chooses one. */
async function findPictureChoices(payload: Payload): Promise<Board['pictures']> {
  const { docs } = await payload.find({
    collection: 'media',
    ...{ sort: '-createdAt', limit: choices, depth: 0, overrideAccess: true },
  })
  const pictures = await findPictures(
    payload,
    docs.map(({ id }) => Number(id)),
  )
  // The files of a damaged record are unknown.
  return [...pictures.values()].flatMap(
    ({ id, alt, hash, widths }: Partial<Picture> & { id: number; alt: string }) =>
      hash && widths?.length ? { id, alt, url: `/media/${hash}/${widths[0]}.avif` } : [],
  )
}

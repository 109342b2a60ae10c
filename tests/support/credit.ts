import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload, PayloadRequest } from 'payload'
import type pg from 'pg'
import { credit } from '../../cms/features/credit/feature.ts'
import {
  type DisputedEntry,
  disputedEntries,
  type GiftMessage,
  giftMessages,
} from '../../cms/features/credit/ports.ts'
import { eventKind } from '../../cms/features/events/reservations/kind.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { type ReservationKind, reservationKinds } from '../../cms/features/reservations/kind.ts'
import type { Feature } from '../../cms/platform/feature.ts'
import { mailBranding } from '../../cms/platform/mail/branding.ts'
import { site } from '../../cms/platform/runtime/site-facts.ts'
import { onDatabase } from './database.ts'
import { ledgerSettings, newKey, openLedger } from './ledger.ts'

/** Waking hours around the clock, so that tests pass at every time of day. A test may change them. */
export const wakingHours = { from: 0, to: 0 }

const venue: Feature = {
  name: 'venue',
  provides: [
    site.with({
      tag: '',
      find: async () => ({
        ...ledgerSettings,
        brandText: '',
        productName: 'Common People',
        wakingHours,
        contact: { street: '1 Long Row', locality: 'Sheffield', postcode: 'S1 1AA' },
      }),
    }),
    mailBranding.with(async () => ({
      ...{ name: 'Common People', siteUrl: 'http://localhost', address: '', email: '' },
    })),
  ],
}

/** A stub of Payload for services that read no collections, on a database with the schema. */
export const payloadOn = (pool: pg.Pool, features: readonly Feature[] = [venue]): Payload =>
  ({
    config: {
      custom: { features },
      i18n: {
        fallbackLanguage: 'en',
        supportedLanguages: { en: { dateFNSKey: 'en-GB', translations: {} } },
        translations: {},
      },
    },
    db: { drizzle: drizzle(pool), sessions: {} },
    find: async () => ({ docs: [] }),
    logger: console,
  }) as unknown as Payload

/** Opens a ledger with the feature `credit`, stubs of the features that it calls, and helpers that create members. */
export async function openCredit({ kinds = [eventKind] }: { kinds?: ReservationKind[] } = {}) {
  const ledger = await openLedger()
  const messages: GiftMessage[] = []
  const cases: DisputedEntry[] = []
  const providers: Feature = {
    name: 'providers',
    provides: [
      giftMessages.with({
        store: async (_, message) => void messages.push(message),
        findWithout: async () => [],
      }),
      disputedEntries.with(async (_, entry) => void cases.push(entry)),
      ...kinds.map((kind) => reservationKinds.with(kind)),
    ],
  }
  const payloadWith = (features: readonly Feature[]) => payloadOn(ledger.pool, features)
  const payload = payloadWith([venue, credit, providers])
  /** Creates a request. Each request has its own transaction. */
  const request = (target = payload): PayloadRequest =>
    ({ payload: target, context: { timeZone: 'UTC' } }) as unknown as PayloadRequest
  let serial = 0
  /** Creates a member, with credit if an amount is given. */
  const join = async (amountCents = 0, name: string | null = null): Promise<SignedIn> => {
    const email = `member-${++serial}@venue.example`
    const [row] = await ledger.query<{ id: number }>(
      `insert into members (email, name, source) values ($1, $2, 'test') returning id`,
      [email, name],
    )
    const id = row?.id ?? 0
    if (amountCents) await ledger.topUp(id, amountCents)
    return { id, email, name, session: '' }
  }
  /** The token in the last mail to an address. */
  const tokenTo = async (address: string): Promise<string> => {
    const [mail] = await ledger.query<{ text: string }>(
      `select text from mails where to_address = $1 order by id desc limit 1`,
      [address],
    )
    return /\/claim\/([0-9a-f]{40})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return {
    ...ledger,
    payload,
    request,
    join,
    tokenTo,
    messages,
    cases,
    /** A request to a program without the features that store messages and open cases. */
    requestWithoutProviders: () => request(payloadWith([venue, credit])),
  }
}
export type TestCredit = Awaited<ReturnType<typeof openCredit>>

let serial = 0
/** A new value for the `key` field of a form. */
export const newFormKey = (): string => (++serial).toString(16).padStart(24, '0')

/** Tops up a member of a running site. */
export const topUpAt = (url: string, email: string, amountCents: number) =>
  onDatabase(url, (query) =>
    query(
      `select ledger_transfer($1, '\\x00'::bytea, 'top_up', 'Cafe', 'R-1', 'GBP', 'Europe/London', null, null, null,
                              'staff', 7, array['till:cash', 'member:' || id], array[-$2::bigint, $2::bigint])
         from members where email = $3`,
      [newKey(), amountCents, email],
    ),
  )

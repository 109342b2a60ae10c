import type { PayloadRequest } from 'payload'
import { manageCalls } from '../../cms/features/events/manage/calls.ts'
import type { LinkScope } from '../../cms/features/events/rules.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import { openCredit } from './credit.ts'
import { addDate } from './events.ts'

type Sent = { body?: object; form?: Record<string, string>; query?: string }
type NewEvent = Parameters<typeof addDate>[1]

let serial = 0
const newToken = () => (++serial).toString(16).padStart(40, '0')

/** The calls of organisers on a database, without a server. */
export async function openOrganiserSite() {
  const site = await openCredit()
  const records = new Map<number, object>()
  Object.assign(site.payload, {
    findByID: async ({ id }: { id: number }) => records.get(id) ?? null,
    logger: { error: console.error },
  })

  /** Makes a call. @returns the response */
  const send = async (method: 'GET' | 'POST', path: string, { body, form, query }: Sent = {}) => {
    const found = manageCalls.find(
      (each) =>
        each.method === method.toLowerCase() &&
        new RegExp(`^${each.path.replace(':token', '[^/]+')}$`).test(path),
    )
    const endpoint = found?.endpoint
    if (!endpoint) throw new Error(`There is no call ${method} ${path}.`)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await endpoint.handler({
      payload: site.payload,
      headers: new Headers({ 'content-type': type }),
      routeParams: { token: path.split('/')[2] },
      searchParams: new URLSearchParams(query),
      context: { timeZone: 'UTC' },
      arrayBuffer: async () => Buffer.from(JSON.stringify(body ?? {})),
      formData: async () => {
        const data = new FormData()
        for (const [name, value] of Object.entries(form ?? {})) data.set(name, value)
        return data
      },
    } as unknown as PayloadRequest)
    const text = await response.text()
    return {
      status: response.status,
      text,
      location: response.headers.get('location') ?? '',
      json: <Body>() => JSON.parse(text) as Body,
    }
  }

  /** Adds a link for an event, or for one of its dates. @returns its token */
  const addLink = async (
    event: number,
    scope: LinkScope = 'edit',
    { name = 'Jo', email = null as string | null, date = null as number | null } = {},
  ): Promise<string> => {
    const token = newToken()
    await site.query(
      `insert into event_links (event, date, scope, name, email, token_hash)
       values ($1, $2, $3, $4, $5, $6)`,
      [event, date, scope, name, email, hashToken(token)],
    )
    return token
  }

  /** Adds an event with one date and its record. */
  const addEvent = async (given: NewEvent = {}) => {
    const title = given?.title ?? `Songs & supper ${++serial}`
    const [row] = await site.query<{ id: number }>(
      `insert into events (title, slug, status, summary, start, "end", visibility, max_party, payment,
                           common_good_percent, organiser_email)
       values ($1, $2, 'published', 'Songs and supper.', '', '', 'public', 6, 'free', 1, 'organiser@venue.example')
       returning id`,
      [title, `event-${++serial}`],
    )
    const event = row?.id ?? 0
    const date = await addDate(site.query, { ...given, event, title })
    const [times] = await site.query<{ start: string; end: string; capacity: number | null }>(
      `select original_start as start, to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as end, capacity
         from event_dates where id = $1`,
      [date],
    )
    await site.query(
      `update event_dates set starts_at = date_trunc('minute', starts_at), ends_at = date_trunc('minute', ends_at)
        where id = $1`,
      [date],
    )
    records.set(event, {
      id: event,
      slug: `event-${event}`,
      title,
      summary: 'Songs and supper.',
      status: 'published',
      visibility: 'public',
      areas: ['Event Spaces'],
      max_party: 6,
      payment: 'free',
      common_good_percent: 1,
      organiser_email: 'organiser@venue.example',
      // A series, because its changes are stored in `event_dates`. A change of an event's only date needs Payload.
      rule: 'FREQ=DAILY;COUNT=1',
      ...times,
    })
    return { event, date, title }
  }
  return { ...site, send, addLink, addEvent }
}
export type OrganiserSite = Awaited<ReturnType<typeof openOrganiserSite>>

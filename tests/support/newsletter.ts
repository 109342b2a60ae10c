import { onDatabase } from './database.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { newClientAddress } from './visitor.ts'

export type SignUp = Record<string, unknown> & { email: string }

/** Access to the newsletter of a server through its pages, its mails and its database. */
export function newsletterOf(server: Pick<Server, 'send' | 'get'>, database: string) {
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    onDatabase(database, (run) => run<Row>(text, values))
  // Each request has its own client address, unless a test sets one.
  const send = (
    body: unknown,
    headers: Record<string, string> = {},
    to: Pick<Server, 'send'> = server,
  ): Promise<Reply> =>
    to.send('/api/subscribe-newsletter', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': newClientAddress(),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const post = (path: string, fields: Record<string, string | string[]> = {}, headers = {}) => {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    )
    return server.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': newClientAddress(),
        ...headers,
      },
      body: body.toString(),
    })
  }
  const mailsTo = (address: string) =>
    query<{ subject: string; text: string; html: string; kind: string; state: string }>(
      'select subject, text, html, kind, state::text from mails where to_address = $1 order by id',
      [address],
    )
  const linkTo = async (address: string): Promise<string> => {
    const { text = '' } = (await mailsTo(address)).at(-1) ?? {}
    const [, path] =
      /https?:\/\/[^/\s]+(\/(?:subscribe\/confirm|unsubscribe)\/[\w-]+)/.exec(text) ?? []
    if (!path) throw new Error(`No link was sent to ${address}.`)
    return path
  }
  const subscriber = async (address: string) => {
    const [row] = await query<{
      id: number
      name: string | null
      phone: string | null
      state: string
      interests: string[]
      birthday_day: string | null
      birthday_month: string | null
      paused_until: Date | null
      updated_at: Date
    }>(
      `select s.*, s.state::text as state,
              array(select value::text from subscribers_interests where parent_id = s.id
                     order by "order") as interests
         from subscribers as s where email = $1`,
      [address],
    )
    return row
  }
  /** Signs up and confirms the address. */
  const join = async (request: SignUp): Promise<void> => {
    const response = await send(request)
    if (response.status !== 200) throw new Error(response.text)
    await post(await linkTo(request.email))
  }
  return { query, send, post, mailsTo, linkTo, subscriber, join }
}

/** The request that the sign-up form sends. */
export const signUpRequest = (email: string, others: Record<string, unknown> = {}): SignUp => ({
  email,
  name: 'Ada',
  consent: true,
  phone: null,
  birthday: null,
  interests: ['Cooking Classes'],
  ...others,
})

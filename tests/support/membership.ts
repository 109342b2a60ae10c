import type { SessionReply } from '../../cms/features/members/contract.ts'
import { onDatabase } from './database.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { type Visitor, visitorOf } from './visitor.ts'

type Target = Pick<Server, 'send'>

/** Access to the members of a server through its API, their mails and its database. */
export function membershipOf(server: Target, database: string) {
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    onDatabase(database, (run) => run<Row>(text, values))
  const mailsTo = (address: string) =>
    query<{ subject: string; text: string; html: string; kind: string; priority: number }>(
      `select subject, text, html, kind, priority::int from mails where to_address = $1 order by id`,
      [address],
    )
  /** The newest code that was mailed to an address. */
  const codeTo = async (address: string): Promise<string> => {
    const codes = (await mailsTo(address)).filter(({ kind }) => kind === 'sign_in_code')
    const [, code] = /^(\d{6}) /.exec(codes.at(-1)?.subject ?? '') ?? []
    if (!code) throw new Error(`No code was sent to ${address}.`)
    return code
  }
  /** Deletes the rate limit counts of codes. */
  const resetCodeLimits = () => query(`delete from limits where key like 'codes%'`)
  const verify = (visitor: Visitor, email: string, token: unknown, to?: Target): Promise<Reply> =>
    visitor.call('/api/auth/verify', { email, token, type: 'email' }, to && { to })
  /** Signs a member in by code. @returns the browser, with the reply */
  const signIn = async (email: string, visitor = visitorOf(server)) => {
    await resetCodeLimits()
    const requested = await visitor.call('/api/auth/code', { email })
    if (requested.status !== 200) throw new Error(requested.text)
    const response = await verify(visitor, email, await codeTo(email))
    if (response.status !== 200) throw new Error(response.text)
    const reply = response.json<SessionReply>()
    visitor.token = reply.access_token
    return { visitor, ...reply }
  }
  const count = async (table: string, where = 'true', values: unknown[] = []) => {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${where}`,
      values,
    )
    return row?.n ?? 0
  }
  return { query, count, mailsTo, codeTo, resetCodeLimits, verify, signIn }
}

import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { HttpError } from '../../http/errors.ts'
import { consentsOf } from '../../newsletter/details.ts'
import { requireRole } from '../../staff/roles.ts'
import { requireMember } from '../access.ts'
import type { SignedIn } from '../contract.ts'
import { withCookies } from '../cookies.ts'
import { devicesOf, endOwnSession, forgetDevice, sessionsOf } from '../devices/devices.ts'
import { asked } from '../parse.ts'
import { tokenFor } from '../sessions/sign-in.ts'
import { confirmAddressChange, startAddressChange } from './address-change.ts'
import { makeCard, verifyCard } from './card.ts'
import {
  type ConsentsReply,
  cardRequest,
  type DevicesReply,
  downloadFormat,
  type EmailConfirmReply,
  emailChangeRequest,
  emailConfirmRequest,
  endSessionRequest,
  forgetDeviceRequest,
  profileRequest,
} from './contract.ts'
import { askDeletion, undoDeletion } from './deletion.ts'
import { asCsv, countDownload, findAll } from './download.ts'
import { changeProfile, findProfile } from './profile.ts'

/** What members do with their own data; the contract says what each call takes and answers. */
export const profileEndpoints = [
  get('/member/profile', (req, { id }) => findProfile(databaseOf(req.payload), id)),
  post('/member/profile', async (req, member) => {
    const change = await asked(req, profileRequest)
    await inTransaction(req, (db) => changeProfile(db, member, change))
    return reply(await findProfile(databaseOf(req.payload), member.id))
  }),
  post('/member/email', async (req, member) => {
    const { email } = await asked(req, emailChangeRequest)
    return withCookies(reply({ ok: true }), [await startAddressChange(req, member, email)])
  }),
  post('/member/email/confirm', async (req, member) => {
    const codes = await asked(req, emailConfirmRequest)
    const letters = await confirmAddressChange(req, member, codes)
    const session = await tokenFor(req, { ...member, email: codes.email })
    return reply({ ...session, letters } satisfies EmailConfirmReply)
  }),
  get('/member/devices', devices),
  post('/member/sessions/end', async (req, member) => {
    const { id } = await asked(req, endSessionRequest)
    if (!(await endOwnSession(databaseOf(req.payload), member.id, id))) {
      throw new HttpError('not_found', 'You are signed in in no such session.')
    }
    return reply(await devices(req, member))
  }),
  post('/member/devices/forget', async (req, member) => {
    const { id } = await asked(req, forgetDeviceRequest)
    if (!(await forgetDevice(databaseOf(req.payload), member.id, id))) {
      throw new HttpError('not_found', 'You have no such device.')
    }
    return reply(await devices(req, member))
  }),
  get(
    '/member/consents',
    async (req, { email }): Promise<ConsentsReply> => ({
      consents: await consentsOf(databaseOf(req.payload), email),
    }),
  ),
  endpoint('get', '/member/download', async (req) => {
    const member = await requireMember(req)
    const { data: format } = downloadFormat.safeParse(req.searchParams.get('format') ?? 'json')
    if (!format) throw new HttpError('bad_request', 'It can be had as json or csv.')
    await countDownload(req, member)
    const all = await findAll(req, member)
    const name = { 'content-disposition': `attachment; filename="common-room.${format}"` }
    return format === 'json'
      ? new Response(JSON.stringify(all, null, 2), file('application/json', name))
      : new Response(asCsv(all), file('text/csv; charset=utf-8', name))
  }),
  post('/member/delete', async (req, member) => reply(await askDeletion(req, member))),
  post('/member/delete/undo', async (req, member) => reply(await undoDeletion(req, member))),
  get('/member/card', async (_, { id }) => makeCard(id)),
  endpoint('post', '/member-card/verify', async (req) => {
    requireRole(req, 'editor')
    const { token } = await asked(req, cardRequest)
    return reply(await verifyCard(databaseOf(req.payload), token))
  }),
]

async function devices(req: PayloadRequest, { id, session }: SignedIn): Promise<DevicesReply> {
  const db = databaseOf(req.payload)
  const sessions = await sessionsOf(db, id)
  return {
    sessions: sessions.map((each) => ({ ...each, current: each.id === session })),
    devices: await devicesOf(db, id, req),
  }
}

function get(path: string, answer: (req: PayloadRequest, member: SignedIn) => Promise<unknown>) {
  return endpoint('get', path, async (req) => reply(await answer(req, await requireMember(req))))
}

// A stranger hears that they are one, not what was wrong with what they sent.
function post(path: string, answer: (req: PayloadRequest, member: SignedIn) => Promise<Response>) {
  return endpoint('post', path, async (req) => answer(req, await requireMember(req)))
}

const file = (type: string, name: Record<string, string>): ResponseInit => ({
  headers: { 'content-type': type, 'cache-control': 'no-store', ...name },
})

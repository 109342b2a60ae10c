import { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { anyone, call } from '../../../platform/http/call.ts'
import { rowId } from '../../../platform/http/texts/fields.ts'
import { member } from '../../members/access.ts'
import { memberError } from '../../members/errors.ts'
import { lockMembers } from '../../members/service.ts'
import { eventError } from '../errors.ts'
import { rotateFeed, saveWantsPush } from '../queries/feeds.ts'
import { dateFile, feedUrl, memberFeedFile } from './feeds.ts'

const fileOf = (file: { name: string; content: string } | null) => {
  if (file === null) throw eventError('no_calendar')
  const { name, content } = file
  return { download: { name: `${name}.ics`, type: 'text/calendar; charset=utf-8', content } }
}

const myEventsPath = '/common-room/member#events'

/**
 * The calls for calendar files and for a member's settings about events. The public feed is the document
 * `/calendar.ics`, which is cached like a page.
 */
export const feedCalls = [
  call({
    method: 'get',
    path: '/event-dates/:id/calendar',
    access: anyone,
    params: z.object({ id: z.coerce.number().pipe(rowId) }),
    query: z.object({ slug: z.string().max(200).optional() }),
    handle: async ({ req, params, query }) =>
      fileOf(await dateFile(req.payload, params.id, query.slug)),
  }),
  call({
    method: 'get',
    path: '/calendar/feeds/:token',
    access: anyone,
    params: z.object({ token: z.string() }),
    handle: async ({ req, params }) => {
      const content = await memberFeedFile(req.payload, params.token)
      return fileOf(content === null ? null : { name: 'events', content })
    },
  }),
  call({
    method: 'post',
    path: '/calendar/feed/rotate',
    access: member,
    body: z.object({}),
    form: { read: () => ({}), success: () => myEventsPath, failure: () => myEventsPath },
    handle: ({ req, caller }) =>
      inTransaction(req, async (db) => {
        if (!(await lockMembers(db, [caller.id]))) throw memberError('signed_out')
        return { body: { url: feedUrl(caller.id, await rotateFeed(db, caller.id)) } }
      }),
  }),
  call({
    method: 'post',
    path: '/calendar/pushes',
    access: member,
    body: z.object({ on: z.boolean() }),
    form: {
      read: (form) => ({ on: form.get('on') === 'true' }),
      success: () => myEventsPath,
      failure: () => myEventsPath,
    },
    handle: ({ req, caller, body }) =>
      inTransaction(req, async (db) => {
        if (!(await lockMembers(db, [caller.id]))) throw memberError('signed_out')
        return { body: { on: await saveWantsPush(db, caller.id, body.on) } }
      }),
  }),
]

import { z } from 'zod'
import { call } from '../../http/call.ts'
import { rowId } from '../../http/fields.ts'
import { staff } from '../../staff/access.ts'
import { draftAbout, titleAndTimeOfDate } from './drafts.ts'

const params = z.object({ id: z.coerce.number().pipe(rowId) })

const draftCall = (channel: 'letter' | 'nudge') =>
  call({
    method: 'post',
    path: `/event-dates/:id/${channel}`,
    access: staff('publisher'),
    params,
    handle: async ({ req, params: { id } }) => ({ body: await draftAbout(req, id, channel) }),
  })

/** The calls for drafts of letters and nudges about a date. */
export const audienceCalls = [
  draftCall('letter'),
  draftCall('nudge'),
  call({
    method: 'get',
    path: '/event-dates/:id/about',
    // Editors see the letters and nudges. The admin shows the name of the date there.
    access: staff('editor'),
    params,
    handle: async ({ req, params: { id } }) => ({ body: await titleAndTimeOfDate(req, id) }),
  }),
]

import { z } from 'zod'
import { call } from '../../../platform/http/call.ts'
import { rowId } from '../../../platform/http/texts/fields.ts'
import { staff } from '../../../platform/staff/access.ts'
import { draftAbout, titleAndTimeOfDate } from './drafts.ts'

const params = z.object({ id: z.coerce.number().pipe(rowId) })

const draftCall = (channel: 'letter' | 'nudge') =>
  call({
    method: 'post',
    path: `/event-dates/:id/${channel}`,
    access: staff(channel === 'letter' ? 'letters.send' : 'nudges.send'),
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
    access: staff('letters.write'),
    params,
    handle: async ({ req, params: { id } }) => ({ body: await titleAndTimeOfDate(req, id) }),
  }),
]

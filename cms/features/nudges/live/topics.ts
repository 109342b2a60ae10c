import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { connectWindow } from '../../../platform/live/connect.ts'
import type { LiveTopic } from '../../../platform/live/topics.ts'
import { creditMovedTag } from '../../ledger/service.ts'
import { findSessionOfCookie } from '../../members/service.ts'
import { deviceOf } from '../devices/devices.ts'
import { nudgesTag } from '../tags.ts'
import { showNudges } from './broadcast.ts'
import { showCredit } from './credit.ts'

/** What the windows of the site follow. */
export const siteTopics: readonly LiveTopic[] = [
  {
    name: 'nudge windows',
    channel: 'visitor',
    wokenBy: [nudgesTag],
    everyMs: 5000,
    show: showNudges,
  },
  {
    name: 'credit in windows',
    channel: 'member',
    wokenBy: [creditMovedTag],
    everyMs: 30_000,
    show: showCredit,
  },
]

/**
 * Connects a window of the site. It gets the nudges that began in the last ten minutes, and then each new nudge at once.
 * @throws HttpError `too_many_requests`, `unavailable`
 */
export async function connectSiteWindow(
  req: PayloadRequest,
  member: { id: number } | null,
): Promise<Response> {
  const device = await deviceOf(req)
  const viewer = {
    ...{ member: member?.id ?? null, staff: null, device: device?.id ?? null },
    // Signing out closes the window, so that it gets no more news of the member.
    ...(member && {
      isStillAllowed: async () =>
        (await findSessionOfCookie(databaseOf(req.payload), req)) !== null,
    }),
  }
  return connectWindow(req, viewer, siteTopics)
}

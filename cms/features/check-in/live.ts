import { serverSentEvent } from '../../platform/live/events.ts'
import type { LiveTopic } from '../../platform/live/topics.ts'
import { checkInTag } from './tags.ts'

/** Tells the phones of staff to read the counts, and their list, again. */
export const checkInTopic: LiveTopic = {
  name: 'check-in',
  channel: 'guests.check-in',
  wokenBy: [checkInTag],
  everyMs: 30_000,
  show: async (_, windows) => {
    for (const window of windows) window.write(serverSentEvent('check-in', {}))
  },
}

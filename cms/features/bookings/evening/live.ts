import { serverSentEvent } from '../../../platform/live/events.ts'
import type { LiveTopic } from '../../../platform/live/topics.ts'
import { bookingTags } from '../tags.ts'

/** The tag that triggers of the database announce when a booking, its tables or its reservation change. */
const eveningTag = 'evening'

/** Tells the windows of the evening sheet to read it again. */
export const eveningTopic: LiveTopic = {
  name: 'evening',
  channel: 'bookings.run',
  wokenBy: [eveningTag, bookingTags.setup],
  everyMs: 30_000,
  show: async (_, windows) => {
    for (const window of windows) window.write(serverSentEvent('evening', {}))
  },
}

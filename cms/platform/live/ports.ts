import { sharedPort } from '../port.ts'
import type { LiveTopic } from './topics.ts'

/** Topics that windows of the admin follow. Each window follows those for which its viewer has the permission. */
export const staffTopics = sharedPort<readonly LiveTopic[]>('live topics of staff')

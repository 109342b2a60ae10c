import { z } from 'zod'
import { topicLimits } from './rules.ts'

/** Names of the venue's own topics that somebody has chosen. Some may be gone from the venue's list. */
export const chosenTopics = z.array(z.string().max(topicLimits.name)).max(2 * topicLimits.count)

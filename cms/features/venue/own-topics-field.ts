import { chosenTopics } from './chosen-topics.ts'

/** Validates the names of a venue's own topics in an audience. */
export const validateOwnTopicNames = (value: unknown): string | true =>
  value == null || chosenTopics.safeParse(value).success || 'Choose topics from the list.'

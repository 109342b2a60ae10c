import type { SQL } from 'drizzle-orm'
import type { Payload, PayloadRequest } from 'payload'
import { port, sharedPort } from '../../platform/port.ts'

/** The column that identifies people in an SQL statement: their email addresses or their member ids. */
export type PersonColumn = { email: SQL } | { member: SQL }

/** Returns an SQL condition: the person has responded to the date of an event for which this function was made. */
export type RespondedCondition = (person: PersonColumn) => SQL

/**
 * Returns an SQL condition: the person has responded to a date of an event. Letters and nudges about the date leave out
 * these people. They put the condition into their own statements, which saves a query.
 * @param date the id of the date; if there is no such date, the condition is false for everybody
 */
export const responses = port<(date: number, person: PersonColumn) => SQL>('responses to dates')

/**
 * Returns a function that makes an SQL condition: the person has responded to the date that a letter or nudge is about.
 * The letter or nudge leaves out these people.
 * @param date the id of the date; null if the letter or nudge is about no date
 * @returns null if nobody is left out
 */
export function findRespondedCondition(
  payload: Pick<Payload, 'config'>,
  date: number | null,
): RespondedCondition | null {
  const conditionOf = responses.find(payload)
  return date !== null && conditionOf ? (person) => conditionOf(date, person) : null
}

/** A newsletter subscriber who has just joined. */
export type JoinedSubscriber = {
  id: number
  email: string
  name: string | null
  /** A number that is different each time somebody joins, also if the same person joins again. */
  joining: number
}

/** Called in the transaction in which a subscriber confirms their address and joins. */
export const joinedSubscribers =
  sharedPort<(req: PayloadRequest, subscriber: JoinedSubscriber) => Promise<void>>(
    'joined subscribers',
  )

/** `ownTopics` are names of the venue's own topics. */
export type SubscriberTopics = {
  subscriber: number
  interests: readonly string[]
  ownTopics: readonly string[]
}

/** Called in the transaction in which a subscriber chooses other topics. */
export const chosenTopics =
  sharedPort<(req: PayloadRequest, subscriber: SubscriberTopics) => Promise<void>>('chosen topics')

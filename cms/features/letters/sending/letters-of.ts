import type { Database } from '../../../platform/database/query.ts'
import { listSentLettersTo } from '../../../platform/mail/service.ts'
import { findWebLetters } from '../queries/letters.ts'
import { letterPath } from '../rules.ts'

/** A letter that was handed over to a subscriber's mail server. */
type LetterTo = {
  id: number
  subject: string
  /** ISO 8601. */
  sent_at: string
  /** The path of its page; null if it has none. */
  path: string | null
  /** The interests and topics that it was for; empty if it was for everybody. */
  topics: string[]
}

/** The newest letters that a subscriber got. */
export async function listLettersOf(
  db: Database,
  subscriber: number,
  limit: number,
): Promise<LetterTo[]> {
  const sent = await listSentLettersTo(db, subscriber, limit)
  const found = await findWebLetters(
    db,
    sent.map(({ letter }) => letter),
  )
  const letters = new Map(found.map((letter) => [letter.id, letter]))
  return sent.map(({ letter, subject, sentAt }) => {
    const { slug = null, topics = [] } = letters.get(letter) ?? {}
    return {
      id: letter,
      subject,
      sent_at: sentAt.toISOString(),
      path: slug === null ? null : letterPath(slug),
      topics,
    }
  })
}

import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../platform/database/query.ts'
import { chosenTopics } from '../ports.ts'
import { insertConsents } from '../queries/consents.ts'
import { writeInterests, writeOwnTopics } from '../queries/subscribers.ts'
import { namesOf, type Topics } from '../rules.ts'

/** Changes the topics of a locked subscriber and stores the change as a consent. */
export async function changeTopics(
  req: PayloadRequest,
  subscriber: number,
  { how, ...topics }: Topics & { how: string },
): Promise<void> {
  const db = await transactionOf(req)
  const { interests, ownTopics } = topics
  await writeInterests(db, [{ id: subscriber, interests }])
  await writeOwnTopics(db, subscriber, ownTopics)
  await insertConsents(db, { subscriber, kind: 'changed', how, interests: namesOf(topics) })
  for (const handle of chosenTopics.all(req.payload)) {
    await handle(req, { subscriber, ...topics })
  }
}

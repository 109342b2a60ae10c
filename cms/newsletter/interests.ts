import { type Executor, sql } from '../database/sql.ts'
import { cancelKindsTo } from '../mail/service.ts'
import { type Interest, letterKinds } from './rules.ts'
import { writeConsent, writeInterests } from './subscribers.ts'

/**
 * Writes down that a subscriber, who is held, wants to hear of other things: other letters from now on.
 * @param interests those that are left, at least one
 */
export async function changeInterests(
  db: Executor,
  { subscriber, interests, how }: { subscriber: number; interests: Interest[]; how: string },
): Promise<void> {
  await writeInterests(db, subscriber, interests)
  await db.execute(sql`update subscribers set updated_at = now() where id = ${subscriber}`)
  await writeConsent(db, { subscriber, kind: 'changed', how, interests })
  await cancelKindsTo(db, subscriber, letterKinds, isForOthersThan(interests))
}

// Of the letters those that were for some interests, none of which is left.
const isForOthersThan = (chosen: readonly Interest[]) => sql`
  exists (select from letters_audience_interests where parent_id = letter)
  and not exists (
    select from letters_audience_interests
     where parent_id = letter
       and value::text in (select jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb)))`

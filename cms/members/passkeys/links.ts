import { type Executor, sql } from '../../database/sql.ts'
import type { OwnPasskey } from './contract.ts'
import { shownPasskeys } from './shown.ts'

/** A phone, or whatever keeps passkeys under one handle, that is linked to a member. */
export type Link = {
  id: number
  /** What is shown of the handle: enough to tell two apart, too little to use it. */
  hint: string
  linkedAt: string
  passkeys: OwnPasskey[]
}

/** What is linked to a member, the newest first. */
export async function linksOf(db: Executor, member: number): Promise<Link[]> {
  const shown = await shownPasskeys(db, member)
  const ids = [...new Set(shown.map(({ handle }) => handle))]
  return ids.flatMap((id) => {
    const own = shown.filter(({ handle }) => handle === id)
    const [first] = own
    if (!first) return []
    return {
      id,
      hint: `${first.user_handle.slice(0, 4)}…`,
      linkedAt: new Date(first.linked_at).toISOString(),
      passkeys: own.map(({ passkey }) => passkey),
    }
  })
}

/** One of a member’s links; null where it is not theirs. */
export async function findLink(db: Executor, member: number, id: number): Promise<Link | null> {
  return (await linksOf(db, member)).find((each) => each.id === id) ?? null
}

/**
 * Links a member’s handle to nobody. Its passkeys stay a month, and open nothing until they are linked
 * again.
 * @returns false where it is not theirs, and nothing was done
 */
export async function unlinkHandle(db: Executor, member: number, handle: number): Promise<boolean> {
  const { rows: unlinked } = await db.execute(sql`
    update passkey_handles set member = null, linked_at = null, unlinked_at = now()
     where id = ${handle} and member = ${member} returning id`)
  return unlinked.length > 0
}

import { type Executor, sql } from '../../database/sql.ts'
import { findDetails } from '../../newsletter/details.ts'
import { writeChosen } from './chosen.ts'

/** Somebody with an account in the Common Room, as far as signing in goes. */
export type Member = {
  id: number
  email: string
  name: string | null
  isSuspended: boolean
  /** Whether the account was made just now, for the one who asks. */
  isNew: boolean
}

const asked = sql.raw(
  `select id, email, name, suspended_at is not null as "isSuspended", false as "isNew" from members`,
)

export async function memberById(db: Executor, id: number): Promise<Member | null> {
  const { rows: found } = await db.execute(sql`${asked} where id = ${id}`)
  return (found[0] as Member | undefined) ?? null
}

/** @param address in the spelling in which it is kept, see `parseAddress` */
export async function memberByAddress(db: Executor, address: string): Promise<Member | null> {
  const { rows: found } = await db.execute(sql`${asked} where email = ${address}`)
  return (found[0] as Member | undefined) ?? null
}

/**
 * The member with this address, made where there is none yet, with what the newsletter knows of them.
 * Whoever calls has seen that they read its mails.
 * @param how what they came by
 */
export async function memberOfAddress(db: Executor, address: string, how: string): Promise<Member> {
  const { rows: made } = await db.execute(sql`
    insert into members (email, source) values (${address}, ${how})
    on conflict (email) do nothing returning id`)
  if (made.length) await takeDetails(db, Number(made[0]?.id), address)
  const member = await memberByAddress(db, address)
  if (!member) throw new Error('A member that was just made is not there.')
  return { ...member, isNew: made.length > 0 }
}

async function takeDetails(db: Executor, id: number, address: string): Promise<void> {
  const details = await findDetails(db, address)
  if (!details) return
  await db.execute(sql`
    update members
       set name = ${details.name}, phone = ${details.phone},
           birthday_day = ${details.birthday_day}, birthday_month = ${details.birthday_month}
     where id = ${id}`)
  await writeChosen(db, id, 'interests', details.interests)
}

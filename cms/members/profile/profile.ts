import { type Executor, sql } from '../../database/sql.ts'
import { changeDetails, type Details, findSubscription } from '../../newsletter/details.ts'
import { parseBirthday } from '../../newsletter/rules.ts'
import { chosenLists, writeChosen } from '../queries/chosen.ts'
import type { Profile, ProfileRequest } from './contract.ts'

type Row = Pick<
  Profile,
  'id' | 'email' | 'name' | 'phone' | 'interests' | 'favourite_areas' | 'time_slots' | 'beer_styles'
> & {
  birthday_day: number | null
  birthday_month: number | null
  created_at: string | Date
  delete_at: string | Date | null
}

const lists = sql.raw(
  chosenLists
    .map(
      (list) => `coalesce((select jsonb_agg(value order by "order") from members_${list}
                            where parent_id = m.id), '[]'::jsonb) as ${list}`,
    )
    .join(', '),
)

/** What a member has told of themselves; null where the member is gone. */
export async function findProfile(db: Executor, member: number): Promise<Profile | null> {
  const { rows: found } = await db.execute(sql`
    select id, email, name, phone, birthday_day::int as birthday_day,
           birthday_month::int as birthday_month, created_at, delete_at, ${lists}
      from members as m where id = ${member}`)
  const [row] = found as Row[]
  if (!row) return null
  const { birthday_day: day, birthday_month: month, created_at, delete_at, ...rest } = row
  const subscription = await findSubscription(db, row.email)
  return {
    ...rest,
    birthday: day && month ? `${day}/${month}` : null,
    member_since: new Date(created_at).toISOString(),
    subscription: subscription?.state ?? null,
    delete_at: delete_at && new Date(delete_at).toISOString(),
  }
}

/** Writes what a member changed, and to their subscription what they told it as well. */
export async function changeProfile(
  db: Executor,
  { id, email }: { id: number; email: string },
  asked: ProfileRequest,
): Promise<void> {
  const details = detailsOf(asked)
  for (const field of ['name', 'phone', 'birthday_day', 'birthday_month'] as const) {
    if (details[field] === undefined) continue
    await db.execute(
      sql`update members set ${sql.identifier(field)} = ${details[field]} where id = ${id}`,
    )
  }
  for (const list of chosenLists) {
    const chosen = asked[list]
    if (chosen) await writeChosen(db, id, list, chosen)
  }
  await db.execute(sql`update members set updated_at = now() where id = ${id}`)
  await changeDetails(db, email, details)
}

function detailsOf({ name, phone, birthday, interests }: ProfileRequest): Partial<Details> {
  const day = birthday ? parseBirthday(birthday) : null
  return {
    ...(name !== undefined && { name: name || null }),
    ...(phone !== undefined && { phone }),
    ...(birthday !== undefined && {
      birthday_day: day?.day ?? null,
      birthday_month: day?.month ?? null,
    }),
    ...(interests && { interests }),
  }
}

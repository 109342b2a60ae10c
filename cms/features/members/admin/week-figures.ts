import type { DashboardProps, WeekFigure } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countNewMembers } from '../queries/members.ts'
import { countSignIns } from '../queries/sessions.ts'

const href = '/cms/collections/members'

export async function findMemberFigures({ req, timeZone }: DashboardProps): Promise<WeekFigure[]> {
  const db = databaseOf(req.payload)
  return [
    { label: 'New members', href, ...(await countNewMembers(db, timeZone)) },
    {
      label: 'Sign-ins to the room',
      href,
      ...(await countSignIns(db, timeZone)),
      note: 'Without those who have signed out since.',
    },
  ]
}

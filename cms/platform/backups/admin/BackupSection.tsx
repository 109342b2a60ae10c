import type { DashboardProps } from '../../admin/feature-admin.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { findLastOfAction } from '../../audit/service.ts'
import { databaseOf } from '../../database/query.ts'
import { backupAction } from '../rules.ts'
import { BackupButton } from './BackupButton.tsx'

/** When a backup was downloaded last, and a button for the next one. */
export async function BackupSection({ req, timeZone, today }: DashboardProps) {
  const last = await findLastOfAction(databaseOf(req.payload), backupAction)
  return (
    <section>
      <h2>Backup</h2>
      <p>
        {last
          ? `Last downloaded: ${formatMoment(last.at, timeZone, today)}, by ${last.by ?? 'the program'}.`
          : 'Nobody has downloaded one yet.'}
      </p>
      <p className="admin-quiet">
        One file with everything: texts, pictures, members, money, and the secret. Keep it where
        nobody else can read it. What the command on the server writes is not counted here.
      </p>
      <p>
        <BackupButton />
      </p>
    </section>
  )
}

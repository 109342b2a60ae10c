import type { Feature } from '../feature.ts'
import { backupCalls } from './calls.ts'
import { backupAction } from './rules.ts'

export const backups: Feature = {
  name: 'backups',
  calls: backupCalls,
  auditActions: { [backupAction]: 'downloaded a backup of' },
}

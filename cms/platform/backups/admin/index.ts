import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { BackupSection } from './BackupSection.tsx'

export const backupsAdmin: FeatureAdmin = {
  sections: [{ order: 57, permission: 'system.read', Component: BackupSection }],
}

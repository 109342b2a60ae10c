import type { Feature } from '../feature.ts'
import { auditCalls } from './calls.ts'

export const audit: Feature = {
  name: 'audit',
  calls: auditCalls,
  // The collections' hooks record these actions for every collection and global.
  auditActions: {
    create: 'created',
    change: 'changed',
    delete: 'deleted',
    trash: 'put {} into the trash',
    untrash: 'took {} out of the trash',
  },
}

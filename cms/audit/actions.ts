import { editingActions } from '../editing/audit-actions.ts'
import { letterActions } from '../letters/audit-actions.ts'
import { mailActions } from '../mail/audit-actions.ts'
import { memberActions } from '../members/audit-actions.ts'
import { newsletterActions } from '../newsletter/audit-actions.ts'
import { staffActions } from '../staff/audit-actions.ts'

/** What the collections' hooks record for every collection and global. */
const recordActions = { create: 'made', change: 'changed', delete: 'deleted' }

/** Each recorded action with the verb of its sentence: `Ada published cafe · hero · title`. */
export const auditActions: Record<string, string> = {
  ...recordActions,
  ...editingActions,
  ...letterActions,
  ...mailActions,
  ...memberActions,
  ...newsletterActions,
  ...staffActions,
}

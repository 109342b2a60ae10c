/** The action of the audit trail for a downloaded backup. */
export const backupAction = 'backed_up'

/** How long staff can restore a deleted record. */
export const trashDays = 30

const dayMs = 24 * 60 * 60_000

/** For how many more days a record in the trash can be restored. @param deletedAt ISO 8601 */
export const daysLeft = (deletedAt: string, now: Date): number =>
  Math.max(0, Math.ceil(trashDays - (now.getTime() - Date.parse(deletedAt)) / dayMs))

/** Letters that go out by themselves. */
export const automationKinds = ['welcome', 'birthday'] as const
export type AutomationKind = (typeof automationKinds)[number]

/** From when on a birthday letter goes out on its day, in minutes of the venue's clock. */
export const birthdayFromMinutes = 9 * 60

/**
 * The birthdays that are kept on a date. Who was born on 29 February has it on the 28th of a year
 * that has no such day.
 * @param date `YYYY-MM-DD`
 */
export function birthdaysOn(date: string): { day: number; month: number }[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const isLast = month === 2 && day === 28 && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1
  return [{ day, month }, ...(isLast ? [{ day: 29, month: 2 }] : [])]
}

/** A return within this time takes leaving back: it is no new beginning. */
const goneForMs = 30 * 24 * 60 * 60_000

/** Whether somebody who confirms their address joins by it, and is welcomed. */
export const isJoining = (
  { state, leftAt }: { state: string; leftAt: Date | null },
  now: Date,
): boolean => state !== 'active' && (!leftAt || now.getTime() - leftAt.getTime() > goneForMs)

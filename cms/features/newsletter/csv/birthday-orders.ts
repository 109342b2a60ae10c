/** The order of day and month in birthdays without a leading year. */
export const birthdayOrders = ['day/month', 'month/day'] as const
export type BirthdayOrder = (typeof birthdayOrders)[number]

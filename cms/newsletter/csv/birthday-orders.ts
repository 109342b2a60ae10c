/** How a list writes birthdays that do not begin with a year. */
export const birthdayOrders = ['day/month', 'month/day'] as const
export type BirthdayOrder = (typeof birthdayOrders)[number]

/** In which order a list writes a birthday, where it does not begin with a year. */
export const birthdayOrders = ['day/month', 'month/day'] as const
export type BirthdayOrder = (typeof birthdayOrders)[number]

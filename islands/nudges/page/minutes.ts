/** A minute of the day as the value of a time field: 1320 is `22:00`. */
export const toTimeInput = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The minute of the day of a time field's value; null if the value is empty. */
export function fromTimeInput(value: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(value) ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null
}

/** A date, `YYYY-MM-DD`, as the title of the first page: `Friday 5 June`. */
export const formatToday = (today: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${today}T00:00:00Z`))

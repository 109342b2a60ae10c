/** The texts of the page for guests who wait for a table. */
export const waiting = {
  meta: { title: 'Waiting for a table' },
  waiting: {
    title: 'You’re in line',
    lead: 'Stay close, or have a drink meanwhile. This page counts for you.',
    place: 'Your place',
    quoted: 'Probably at',
    people: 'Your party',
    again: 'Look again',
  },
  called: { title: 'Your table', lead: 'Come to the bar, and we’ll show you where it is.' },
  over: { title: 'Until next time', lead: 'You’re not in line any more. Ask at the bar.' },
}

import { errorTable } from '../../http/errors.ts'

/** The reasons why no letter or nudge about a date is created. */
export const audienceError = errorTable(
  {
    no_date: 'not_found',
    draft: 'conflict',
    secret: 'conflict',
    off: 'conflict',
    undated: 'conflict',
    over: 'conflict',
  },
  {
    no_date: 'There is no such date any more.',
    draft: 'This is still a draft. Publish it first, then tell people.',
    secret:
      'This one is secret: only those with its address may know. So it gets no letter or nudge.',
    off: 'This was cancelled. Its guests have been told already.',
    undated: 'This has no new date yet. Tell people once it has one.',
    over: 'This is over.',
  },
)

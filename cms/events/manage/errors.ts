import { errorTable } from '../../http/errors.ts'

export const manageError = errorTable(
  {
    link_gone: 'not_found',
    not_allowed: 'forbidden',
    no_date: 'not_found',
    no_guest: 'not_found',
    no_link: 'not_found',
    changed: 'conflict',
    wrong_title: 'bad_request',
    capacity_taken: 'conflict',
    is_over: 'conflict',
    // A message without recipients. The name is also the key of a text, which staff can edit.
    nobody: 'conflict',
    messages_used_up: 'conflict',
    // The idempotency key of a form was sent before, with other contents.
    key_reused: 'conflict',
    too_many_changes: 'too_many_requests',
    too_many_mails: 'too_many_requests',
    too_often: 'too_many_requests',
  },
  {
    link_gone: 'This link doesn’t work any more.',
    not_allowed: 'This link can’t do that. Ask whoever gave it to you for another one.',
    no_date: 'There is no such date.',
    no_guest: 'There is no such guest.',
    no_link: 'There is no such link.',
    changed: 'Somebody else changed this a moment ago. Have a look, then try again.',
    wrong_title: 'That isn’t the title. Nothing was cancelled.',
    capacity_taken: 'More places than that are taken already.',
    is_over: 'It is over, or doesn’t happen.',
    nobody: 'There is nobody to write to.',
    messages_used_up: 'Two messages a day are enough. The next one can go out tomorrow.',
    key_reused: 'Another request was sent with this form. Load the page again.',
    too_many_changes:
      'The guests have had enough mails about changes today. Try again tomorrow, or change it without telling them.',
    too_many_mails:
      'This link has added as many guests with an email as it can in a day. Add them without one.',
    too_often: 'That was often. Try again in ten minutes.',
  },
)

export const letterActions = {
  letter_schedule: 'scheduled the letter',
  letter_unschedule: 'took back what was scheduled for the letter',
  letter_send: 'sent the letter',
  letter_started: 'sent the letter',
  letter_pause: 'paused the letter',
  letter_resume: 'went on sending the letter',
  letter_cancel: 'cancelled the letter',
  letter_again: 'sent once more, to whom it had failed, the letter',
  letter_failed: 'could not send the letter',
}

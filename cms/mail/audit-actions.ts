export const mailActions = {
  mail_again: 'sent again the mail',
  mail_arrived: 'noted the arrival of the mail',
}

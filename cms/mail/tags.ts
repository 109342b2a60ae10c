/** Announced when mails wait to be sent. */
export const mailTag = 'mail'

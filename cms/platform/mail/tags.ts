/** Announced when mails wait to be sent. */
export const mailTag = 'mail'

/** Announced when staff change the texts of a mail. */
export const mailTextsTag = 'mail_texts'

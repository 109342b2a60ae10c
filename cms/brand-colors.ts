/** The venue's main colours: of the home page, of mails and of the site's icon. */
export const brandColors = { paper: '#f3ead7', ink: '#1d1a17', accent: '#e4572e' } as const

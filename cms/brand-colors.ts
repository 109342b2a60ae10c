/** The venue's main colours, used on the home page, in mails and in the site's icon. */
export const brandColors = { paper: '#f3ead7', ink: '#1d1a17', accent: '#e4572e' } as const

/** The secret of test servers. */
export const secret = 'a secret that is long enough for tests'

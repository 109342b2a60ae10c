/** Ignores an error, for example after a lost connection. The next document tries again. */
export const ignore = (): void => {}

/** Ignores an error: without a connection there is no nudge. The next document tries again. */
export const ignore = (): void => {}

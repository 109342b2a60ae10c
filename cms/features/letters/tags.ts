/** Cache tag of the public letters and of their list. */
export const lettersTag = 'letters'

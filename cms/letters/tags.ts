/** Cache tag of published letters. */
export const lettersTag = 'letters'

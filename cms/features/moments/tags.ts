/** Cache tag of the moments that staff chose for public pages. */
export const momentsTag = 'moments'
